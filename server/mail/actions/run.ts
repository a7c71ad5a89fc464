// Runs one action on one message in its mailbox; running it twice is the same as running it once.
import type { MailboxActionKind, MailboxActionOutcome } from '../../../core/mailbox/actions.ts'
import type { Connection } from '../imap/connection.ts'
import { findFolder } from '../imap/find-folder.ts'
import type { FolderWriter } from '../imap/writer.ts'
import { type MailboxLocation, madeFolder, roleOf } from '../outgoing/filed.ts'

export interface ActionToRun {
  source: 'filter' | 'person'
  kind: MailboxActionKind
  /** Of a move: the folder as its filter names it. */
  folder: string | null
  /** Including this one. */
  attempts: number
  location: MailboxLocation
  /** The Message-ID; null where the message has none, or nothing of it is kept. */
  messageId(): Promise<string | null>
}

interface ActionResult {
  outcome: MailboxActionOutcome
  /** Of an archived message: the folder where it lies now. */
  archive: string | null
}

type AtConnection = Pick<Connection, 'writing' | 'folders'>

const done: MailboxActionOutcome = { kind: 'done' }
const gone: MailboxActionOutcome = { kind: 'failed', reason: 'gone' }
const readOnly: MailboxActionOutcome = { kind: 'failed', reason: 'read_only' }

export async function runAction(connection: AtConnection, action: ActionToRun): Promise<ActionResult> {
  switch (action.kind) {
    case 'mark_read':
      return { outcome: await flagged(connection, action, '\\Seen'), archive: null }
    case 'flag':
      return { outcome: await flagged(connection, action, '\\Flagged'), archive: null }
    case 'move':
      return { outcome: await moved(connection, action), archive: null }
    case 'archive':
      return archived(connection, action)
    case 'move_back':
      return { outcome: await movedBack(connection, action), archive: null }
  }
}

async function flagged(connection: AtConnection, action: ActionToRun, flag: '\\Seen' | '\\Flagged'): Promise<MailboxActionOutcome> {
  const mark = async (writer: FolderWriter, uid: number): Promise<MailboxActionOutcome> => {
    if (writer.isReadOnly) return readOnly
    return (await writer.addFlag(uid, flag)) ? done : { kind: 'retry', reason: 'flag_refused' }
  }
  const { folder } = action.location
  const here = (await atUid(connection, action, mark)) ?? (await atMessageId(connection, folder, action, mark))
  if (here) return here
  return (await atMessageId(connection, await findArchive(connection), action, mark)) ?? missing(connection, action)
}

async function moved(connection: AtConnection, action: ActionToRun): Promise<MailboxActionOutcome> {
  const { location, attempts } = action
  const wanted = action.folder ?? ''
  if (isNamed(location.folder, wanted.trim())) return done
  const away = async (writer: FolderWriter, uid: number): Promise<MailboxActionOutcome> => {
    if (writer.isReadOnly) return readOnly
    if (!writer.canMove) return { kind: 'failed', reason: 'move_unsupported' }
    const folder = await findFolder(writer, wanted)
    if ('reason' in folder) return { kind: 'failed', reason: folder.reason }
    // Moved to where it lies, it would arrive again, and be moved again.
    return folder.path === writer.path ? done : move(writer, uid, folder.path)
  }
  const here = (await atUid(connection, action, away)) ?? (await atMessageId(connection, location.folder, action, away))
  if (here) return here
  // An attempt that broke off may have moved it.
  const folder = attempts > 1 ? await connection.writing(location.folder, writer => findFolder(writer, wanted)) : null
  return folder && 'path' in folder && (await holds(connection, folder.path, action)) ? done : missing(connection, action)
}

async function archived(connection: AtConnection, action: ActionToRun): Promise<ActionResult> {
  const { folder } = action.location
  const archive = (await findArchive(connection)) ?? (await madeFolder(connection, 'Archive'))
  if (archive === null) return { outcome: { kind: 'failed', reason: 'folder_refused' }, archive }
  if (folder === archive) return { outcome: done, archive }
  const away = (writer: FolderWriter, uid: number) => move(writer, uid, archive)
  const here = (await atUid(connection, action, away)) ?? (await atMessageId(connection, folder, action, away))
  return { outcome: here ?? ((await holds(connection, archive, action)) ? done : gone), archive }
}

async function movedBack(connection: AtConnection, action: ActionToRun): Promise<MailboxActionOutcome> {
  const { folder } = action.location
  const isHere = await atUid(connection, action, async () => done)
  if (isHere || (await holds(connection, folder, action))) return done
  return (await atMessageId(connection, await findArchive(connection), action, (writer, uid) => move(writer, uid, folder))) ?? gone
}

/** Where the server or its names say; all mail, where taking a message out of a folder is what archiving means. */
async function findArchive(connection: AtConnection): Promise<string | null> {
  const folders = await connection.folders(false)
  const known = folders.find(one => one.role === 'archive') ?? folders.find(one => /^(?:.*[./])?archives?$/i.test(one.name))
  return known?.name ?? (await roleOf(connection, 'all'))
}

async function move(writer: FolderWriter, uid: number, folder: string): Promise<MailboxActionOutcome> {
  if (writer.isReadOnly) return readOnly
  if (!writer.canMove) return { kind: 'failed', reason: 'move_unsupported' }
  return (await writer.move(uid, folder)) ? done : { kind: 'retry', reason: 'move_refused' }
}

/** Under another numbering its UID says nothing, and it gets a new one when the mailbox is read again; a person waits for no such thing. */
async function missing(connection: AtConnection, { source, location }: ActionToRun): Promise<MailboxActionOutcome> {
  if (source === 'person') return gone
  const uidValidity = await connection.writing(location.folder, async writer => writer.uidValidity)
  return location.uid === null || uidValidity !== location.uidValidity ? { kind: 'retry', reason: 'gone' } : gone
}

type Work = (writer: FolderWriter, uid: number) => Promise<MailboxActionOutcome>

/** Null where the message does not lie in its folder under its UID; under another numbering that is another message's. */
function atUid(connection: AtConnection, { location }: ActionToRun, work: Work): Promise<MailboxActionOutcome | null> {
  const { folder, uid, uidValidity } = location
  if (uid === null) return Promise.resolve(null)
  return connection.writing(folder, async writer =>
    writer.uidValidity === uidValidity && (await writer.has(uid)) ? work(writer, uid) : null,
  )
}

/** The latest message of this Message-ID there: the one that was put there last. */
async function atMessageId(
  connection: AtConnection,
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

async function holds(connection: AtConnection, folder: string, action: ActionToRun): Promise<boolean> {
  const messageId = await action.messageId()
  if (messageId === null) return false
  return (await connection.writing(folder, async writer => (await writer.find(messageId)).length > 0)) === true
}

/** INBOX alone is written in any case of letters (RFC 9051 §5.1). */
const isNamed = (path: string, wanted: string): boolean =>
  wanted === path || (path.toUpperCase() === 'INBOX' && wanted.toUpperCase() === 'INBOX')
