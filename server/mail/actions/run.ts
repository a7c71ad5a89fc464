// Runs one action on one message in its mailbox; running it again has no further effect.
import type { MailboxActionKind, MailboxActionOutcome } from '../../../core/mailbox/actions.ts'
import type { Connection } from '../imap/connection.ts'
import { findFolder } from '../imap/find-folder.ts'
import type { FolderWriter } from '../imap/writer.ts'
import { ensureFolder, findSpecialFolder, type MailboxLocation } from '../outgoing/filed.ts'

export interface ActionToRun {
  source: 'filter' | 'person'
  kind: MailboxActionKind
  /** For a move: the folder as the filter names it. */
  folder: string | null
  /** Attempts so far, this one included. */
  attempts: number
  location: MailboxLocation
  /** The Message-ID; null when the message has none or its content is gone. */
  messageId(): Promise<string | null>
}

interface ActionResult {
  outcome: MailboxActionOutcome
  /** For an archived message: the folder it is in now. */
  archive: string | null
}

type ActionConnection = Pick<Connection, 'writing' | 'folders'>

const done: MailboxActionOutcome = { kind: 'done' }
const gone: MailboxActionOutcome = { kind: 'failed', reason: 'gone' }
const readOnly: MailboxActionOutcome = { kind: 'failed', reason: 'read_only' }

export async function runAction(connection: ActionConnection, action: ActionToRun): Promise<ActionResult> {
  switch (action.kind) {
    case 'mark_read':
      return { outcome: await addFlag(connection, action, '\\Seen'), archive: null }
    case 'flag':
      return { outcome: await addFlag(connection, action, '\\Flagged'), archive: null }
    case 'move':
      return { outcome: await moveToFolder(connection, action), archive: null }
    case 'archive':
      return archiveMessage(connection, action)
    case 'move_back':
      return { outcome: await moveBack(connection, action), archive: null }
  }
}

async function addFlag(connection: ActionConnection, action: ActionToRun, flag: '\\Seen' | '\\Flagged'): Promise<MailboxActionOutcome> {
  const setFlag = async (writer: FolderWriter, uid: number): Promise<MailboxActionOutcome> => {
    if (writer.isReadOnly) return readOnly
    return (await writer.addFlag(uid, flag)) ? done : { kind: 'retry', reason: 'flag_refused' }
  }
  const { folder } = action.location
  const outcome = (await atUid(connection, action, setFlag)) ?? (await atMessageId(connection, folder, action, setFlag))
  if (outcome) return outcome
  return (await atMessageId(connection, await findArchive(connection), action, setFlag)) ?? missingOutcome(connection, action)
}

async function moveToFolder(connection: ActionConnection, action: ActionToRun): Promise<MailboxActionOutcome> {
  const { location, attempts } = action
  const wanted = action.folder ?? ''
  if (isNamed(location.folder, wanted.trim())) return done
  const moveAway = async (writer: FolderWriter, uid: number): Promise<MailboxActionOutcome> => {
    if (writer.isReadOnly) return readOnly
    if (!writer.canMove) return { kind: 'failed', reason: 'move_unsupported' }
    const folder = await findFolder(writer, wanted)
    if ('reason' in folder) return { kind: 'failed', reason: folder.reason }
    // Moving it into its own folder would make it arrive again, and be moved again.
    return folder.path === writer.path ? done : move(writer, uid, folder.path)
  }
  const outcome = (await atUid(connection, action, moveAway)) ?? (await atMessageId(connection, location.folder, action, moveAway))
  if (outcome) return outcome
  // An interrupted attempt may have moved it.
  const folder = attempts > 1 ? await connection.writing(location.folder, writer => findFolder(writer, wanted)) : null
  return folder && 'path' in folder && (await hasMessage(connection, folder.path, action)) ? done : missingOutcome(connection, action)
}

async function archiveMessage(connection: ActionConnection, action: ActionToRun): Promise<ActionResult> {
  const { folder } = action.location
  const archive = (await findArchive(connection)) ?? (await ensureFolder(connection, 'Archive'))
  if (archive === null) return { outcome: { kind: 'failed', reason: 'folder_refused' }, archive }
  if (folder === archive) return { outcome: done, archive }
  const moveAway = (writer: FolderWriter, uid: number) => move(writer, uid, archive)
  const outcome = (await atUid(connection, action, moveAway)) ?? (await atMessageId(connection, folder, action, moveAway))
  return { outcome: outcome ?? ((await hasMessage(connection, archive, action)) ? done : gone), archive }
}

async function moveBack(connection: ActionConnection, action: ActionToRun): Promise<MailboxActionOutcome> {
  const { folder } = action.location
  const isHere = await atUid(connection, action, async () => done)
  if (isHere || (await hasMessage(connection, folder, action))) return done
  return (await atMessageId(connection, await findArchive(connection), action, (writer, uid) => move(writer, uid, folder))) ?? gone
}

/** By special use or name; else "all mail", where archiving means removing a message from its folder. */
async function findArchive(connection: ActionConnection): Promise<string | null> {
  const folders = await connection.folders(false)
  const known = folders.find(one => one.role === 'archive') ?? folders.find(one => /^(?:.*[./])?archives?$/i.test(one.name))
  return known?.name ?? (await findSpecialFolder(connection, 'all'))
}

async function move(writer: FolderWriter, uid: number, folder: string): Promise<MailboxActionOutcome> {
  if (writer.isReadOnly) return readOnly
  if (!writer.canMove) return { kind: 'failed', reason: 'move_unsupported' }
  return (await writer.move(uid, folder)) ? done : { kind: 'retry', reason: 'move_refused' }
}

/** After a renumbering the UID is unknown until the mailbox is read again: a filter action retries then, a user's request does not wait. */
async function missingOutcome(connection: ActionConnection, { source, location }: ActionToRun): Promise<MailboxActionOutcome> {
  if (source === 'person') return gone
  const uidValidity = await connection.writing(location.folder, async writer => writer.uidValidity)
  return location.uid === null || uidValidity !== location.uidValidity ? { kind: 'retry', reason: 'gone' } : gone
}

type Work = (writer: FolderWriter, uid: number) => Promise<MailboxActionOutcome>

/** Null when the message is not in its folder under its UID; after a renumbering that UID belongs to another message. */
function atUid(connection: ActionConnection, { location }: ActionToRun, work: Work): Promise<MailboxActionOutcome | null> {
  const { folder, uid, uidValidity } = location
  if (uid === null) return Promise.resolve(null)
  return connection.writing(folder, async writer =>
    writer.uidValidity === uidValidity && (await writer.has(uid)) ? work(writer, uid) : null,
  )
}

/** Works on the latest message in the folder with this Message-ID: the one placed there last. */
async function atMessageId(
  connection: ActionConnection,
  folder: string | null,
  action: ActionToRun,
  work: Work,
): Promise<MailboxActionOutcome | null> {
  const messageId = folder === null ? null : await action.messageId()
  if (folder === null || messageId === null) return null
  return connection.writing(folder, async writer => {
    const uid = (await writer.find(messageId)).toSorted((a, b) => a - b).at(-1)
    return uid === undefined ? null : work(writer, uid)
  })
}

async function hasMessage(connection: ActionConnection, folder: string, action: ActionToRun): Promise<boolean> {
  const messageId = await action.messageId()
  if (messageId === null) return false
  return (await connection.writing(folder, async writer => (await writer.find(messageId)).length > 0)) === true
}

/** Only INBOX is case-insensitive (RFC 9051 §5.1). */
const isNamed = (path: string, wanted: string): boolean =>
  wanted === path || (path.toUpperCase() === 'INBOX' && wanted.toUpperCase() === 'INBOX')
