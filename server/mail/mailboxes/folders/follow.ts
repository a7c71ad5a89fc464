// Follows renamed folders, so that no message is lost or received again.
import { type FolderRename, findRenamed } from '../../../../core/mailbox/renames.ts'
import type { Connection } from '../../imap/connection.ts'
import { type FolderSync, newFolderSync } from '../folder-sync.ts'
import type { NewFolder } from '../store.ts'

/** Looks for renamed folders; returns whether any was found, and updates `folderSyncs` then. */
export type FollowRenames = (connection: Connection, folderSyncs: FolderSync[]) => Promise<boolean>

/** With more folders than this, we don't query the status of each. */
const maxFolders = 500

/** `rename` saves the result: renamed folders, and new folders that have the old names. */
export function newFollowRenames(rename: (renamed: FolderRename[], added: NewFolder[]) => Promise<void>): FollowRenames {
  return async (connection, folderSyncs) => {
    const watched = folderSyncs.flatMap(({ folder, cursor }) => (cursor ? [{ name: folder, ...cursor }] : []))
    if (watched.every(({ name }) => name === 'INBOX')) return false
    if ((await connection.folders(false)).length > maxFolders) return false
    const server = (await connection.folders(true)).flatMap(({ name, status }) => (status ? [{ name, ...status }] : []))
    const renamed = findRenamed(watched, server)
    if (renamed.length === 0) return false
    const successors = renamed.filter(({ from }) => server.some(s => s.name === from) && renamed.every(({ to }) => to !== from))
    const added = folderSyncs.filter(p => successors.some(({ from }) => from === p.folder)).map(toSuccessor)
    await rename(renamed, added)
    folderSyncs.splice(
      0,
      folderSyncs.length,
      ...folderSyncs.flatMap(folderSync => afterRename(folderSync, renamed)),
      ...added.map(folder => newSyncLike(folderSyncs, folder)),
    )
    return true
  }
}

/** A new folder with the name of a renamed one is watched too. */
const toSuccessor = ({ folder, startsAt, passedAt }: FolderSync): NewFolder => ({
  name: folder,
  startsAt: passedAt ?? startsAt,
  cursor: null,
})

function newSyncLike([first]: FolderSync[], folder: NewFolder): FolderSync {
  return newFolderSync(first?.userId ?? '', first?.mailboxId ?? '', { ...folder, passedAt: null, isGone: false })
}

/** A missing folder gives up its name, and its entry, to the folder that has the name now. */
function afterRename(folderSync: FolderSync, renamed: FolderRename[]): FolderSync[] {
  const to = renamed.find(({ from }) => from === folderSync.folder)?.to
  if (to === undefined) return renamed.some(r => r.to === folderSync.folder) ? [] : [folderSync]
  return [Object.assign(folderSync, { folder: to, isGone: false })]
}
