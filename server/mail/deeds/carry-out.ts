// Does one thing to one mail in its mailbox; doing it twice is the same as doing it once.
import type { DeedOutcome } from '../../../core/mailbox/deeds.ts'
import { findFolder } from './folder.ts'
import type { DueDeed } from './store.ts'
import type { Writer } from './writer.ts'

/** `messageIdOf` reads the Message-ID of the mail, where it is kept. */
export async function carryOut(writer: Writer, deed: DueDeed, messageIdOf: () => Promise<string | null>): Promise<DeedOutcome> {
  const { uid } = deed
  // Under another numbering the UID is another mail's; the mail gets its new one when the mailbox is read anew.
  if (uid === null || deed.uidValidity !== writer.uidValidity) return { kind: 'retry', reason: 'gone' }
  if (deed.kind === 'move') return move(writer, deed, uid, messageIdOf)
  if (!(await writer.has(uid))) return { kind: 'failed', reason: 'gone' }
  if (writer.isReadOnly) return { kind: 'failed', reason: 'read_only' }
  const isSet = await writer.addFlag(uid, deed.kind === 'flag' ? '\\Flagged' : '\\Seen')
  return isSet ? { kind: 'done' } : { kind: 'retry', reason: 'flag_refused' }
}

async function move(writer: Writer, deed: DueDeed, uid: number, messageIdOf: () => Promise<string | null>): Promise<DeedOutcome> {
  const wanted = deed.folder ?? ''
  if (isIn(writer.path, wanted.trim())) return { kind: 'done' }
  const isThere = await writer.has(uid)
  // An attempt that broke off may have moved it: then it lies there.
  if (!isThere && deed.attempts === 0) return { kind: 'failed', reason: 'gone' }
  if (writer.isReadOnly) return { kind: 'failed', reason: 'read_only' }
  if (!writer.canMove) return { kind: 'failed', reason: 'move_unsupported' }
  const folder = await findFolder(writer, wanted)
  if ('reason' in folder) return { kind: 'failed', reason: folder.reason }
  // Moved to where it lies, it would come as a new mail, and be moved again.
  if (folder.path === writer.path) return { kind: 'done' }
  if (isThere) return (await writer.move(uid, folder.path)) ? { kind: 'done' } : { kind: 'retry', reason: 'move_refused' }
  const messageId = await messageIdOf()
  return messageId !== null && (await writer.holds(folder.path, messageId)) ? { kind: 'done' } : { kind: 'failed', reason: 'gone' }
}

/** INBOX alone is written in any case of letters (RFC 9051 §5.1). */
const isIn = (path: string, wanted: string): boolean => wanted === path || (path === 'INBOX' && wanted.toUpperCase() === 'INBOX')
