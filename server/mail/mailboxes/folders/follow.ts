// Follows folders to their new names, so that no message is lost or comes again.
import { findRenamed, type Renamed } from '../../../../core/mailbox/renames.ts'
import type { Connection } from '../../imap/connection.ts'
import { type FolderSync, newFolderSync } from '../folder-sync.ts'
import type { NewFolder } from '../store.ts'

/** Looks for folders that are no longer where they were; answers whether any was found, and `places` are changed then. */
export type Follow = (connection: Connection, places: FolderSync[]) => Promise<boolean>

/** A server with more folders is not asked for the numbering of each. */
const foldersAtMost = 500

/** `rename` keeps what was found: folders under new names, and folders that now have the old ones. */
export function openFollow(rename: (renamed: Renamed[], added: NewFolder[]) => Promise<void>): Follow {
  return async (connection, places) => {
    const watched = places.flatMap(({ folder, cursor }) => (cursor ? [{ name: folder, ...cursor }] : []))
    if (watched.every(({ name }) => name === 'INBOX')) return false
    if ((await connection.folders(false)).length > foldersAtMost) return false
    const server = (await connection.folders(true)).flatMap(({ name, status }) => (status ? [{ name, ...status }] : []))
    const renamed = findRenamed(watched, server)
    if (renamed.length === 0) return false
    const heirs = renamed.filter(({ from }) => server.some(s => s.name === from) && renamed.every(({ to }) => to !== from))
    const added = places.filter(p => heirs.some(({ from }) => from === p.folder)).map(heirOf)
    await rename(renamed, added)
    places.splice(0, places.length, ...places.flatMap(place => moved(place, renamed)), ...added.map(folder => placeOf(places, folder)))
    return true
  }
}

/** The folder that now has the name of one that was renamed: its mail is the person's as well. */
const heirOf = ({ folder, startsAt, passedAt }: FolderSync): NewFolder => ({ name: folder, startsAt: passedAt ?? startsAt, cursor: null })

function placeOf([first]: FolderSync[], folder: NewFolder): FolderSync {
  return newFolderSync(first?.userId ?? '', first?.mailboxId ?? '', { ...folder, passedAt: null, isGone: false })
}

/** A folder that is gone gives its name, and with it its place, to the one that has it now. */
function moved(place: FolderSync, renamed: Renamed[]): FolderSync[] {
  const to = renamed.find(({ from }) => from === place.folder)?.to
  if (to === undefined) return renamed.some(r => r.to === place.folder) ? [] : [place]
  return [Object.assign(place, { folder: to, isGone: false })]
}
