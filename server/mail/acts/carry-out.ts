// Does to one mail what its person asked for; doing it twice is the same as doing it once.
import type { ActKind } from '../../../core/mailbox/acts.ts'
import type { DeedOutcome } from '../../../core/mailbox/deeds.ts'
import type { Writer } from '../deeds/writer.ts'
import type { Connection } from '../imap/connection.ts'
import { type MailPlace, madeFolder, roleOf } from '../outgoing/filed.ts'

const done: DeedOutcome = { kind: 'done' }
const gone: DeedOutcome = { kind: 'failed', reason: 'gone' }
const readOnly: DeedOutcome = { kind: 'failed', reason: 'read_only' }

/** `messageId` is null where the mail has none, or nothing of it is kept. `archive` is where it went or lies. */
export async function carryOutAct(
  connection: Connection,
  kind: ActKind,
  place: MailPlace,
  messageId: string | null,
): Promise<{ outcome: DeedOutcome; archive: string | null }> {
  const archive = await archiveOf(connection, kind === 'archive')
  if (kind === 'archive') return { outcome: await archived(connection, place, messageId, archive), archive }
  const there = archive !== null && messageId !== null ? archive : null
  if (kind === 'mark_read') return { outcome: await markedRead(connection, place, messageId, there), archive }
  return { outcome: await movedBack(connection, place, messageId, there), archive }
}

/** Where the server or its names say; all mail, where taking a mail out of a folder is what archiving means. Made only to put a mail there. */
async function archiveOf(connection: Connection, isMade: boolean): Promise<string | null> {
  const folders = await connection.folders(false)
  const known = folders.find(one => one.role === 'archive') ?? folders.find(one => /^(?:.*[./])?archives?$/i.test(one.name))
  return known?.name ?? (await roleOf(connection, 'all')) ?? (isMade ? madeFolder(connection, 'Archive') : null)
}

async function archived(connection: Connection, place: MailPlace, messageId: string | null, archive: string | null): Promise<DeedOutcome> {
  if (archive === null) return { kind: 'failed', reason: 'folder_refused' }
  if (place.folder === archive) return done
  const away = (writer: Writer, uid: number) => move(writer, uid, archive)
  const moved = (await atMail(connection, place, away)) ?? (await atFound(connection, place.folder, messageId, away))
  if (moved) return moved
  return messageId !== null && (await holds(connection, archive, messageId)) ? done : gone
}

async function markedRead(
  connection: Connection,
  place: MailPlace,
  messageId: string | null,
  archive: string | null,
): Promise<DeedOutcome> {
  const mark = async (writer: Writer, uid: number): Promise<DeedOutcome> => {
    if (writer.isReadOnly) return readOnly
    return (await writer.addFlag(uid, '\\Seen')) ? done : { kind: 'retry', reason: 'flag_refused' }
  }
  const here = (await atMail(connection, place, mark)) ?? (await atFound(connection, place.folder, messageId, mark))
  return here ?? (await atFound(connection, archive, messageId, mark)) ?? gone
}

async function movedBack(connection: Connection, place: MailPlace, messageId: string | null, archive: string | null): Promise<DeedOutcome> {
  const isHere = await atMail(connection, place, async () => done)
  if (isHere) return isHere
  if (messageId !== null && (await holds(connection, place.folder, messageId))) return done
  return (await atFound(connection, archive, messageId, (writer, uid) => move(writer, uid, place.folder))) ?? gone
}

async function move(writer: Writer, uid: number, folder: string): Promise<DeedOutcome> {
  if (writer.isReadOnly) return readOnly
  if (!writer.canMove) return { kind: 'failed', reason: 'move_unsupported' }
  return (await writer.move(uid, folder)) ? done : { kind: 'retry', reason: 'move_refused' }
}

type Work = (writer: Writer, uid: number) => Promise<DeedOutcome>

/** Null where the mail does not lie there under its UID; under another numbering that is another mail's, and one that was put back has a new one. */
function atMail(connection: Connection, { folder, uid, uidValidity }: MailPlace, work: Work): Promise<DeedOutcome | null> {
  if (uid === null) return Promise.resolve(null)
  return connection.writing(folder, async writer =>
    writer.uidValidity === uidValidity && (await writer.has(uid)) ? work(writer, uid) : null,
  )
}

/** The latest mail of this Message-ID there: the one that was put there last. */
async function atFound(connection: Connection, folder: string | null, messageId: string | null, work: Work): Promise<DeedOutcome | null> {
  if (folder === null || messageId === null) return null
  return connection.writing(folder, async writer => {
    const uid = (await writer.find(messageId)).toSorted((a, b) => a - b).at(-1)
    return uid === undefined ? null : work(writer, uid)
  })
}

async function holds(connection: Connection, folder: string, messageId: string): Promise<boolean> {
  return (await connection.writing(folder, async writer => (await writer.find(messageId)).length > 0)) === true
}
