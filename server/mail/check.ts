// Tests whether a mailbox can be read: connects, signs in, opens the inbox, and says by name what went wrong.
import type { ImapSettings } from '../../core/api/mail.ts'
import { type Problem, problemOf } from './errors.ts'
import { type ImapDoor, openInbox } from './imap/connect.ts'

/** The name of the problem, or null when all is well; takes `timeoutMs` at most. */
export async function checkMailbox(door: ImapDoor, settings: ImapSettings, password: string, timeoutMs = 10_000): Promise<Problem | null> {
  try {
    const inbox = await openInbox(door, settings, password, timeoutMs)
    inbox.close()
    return null
  } catch (error) {
    return problemOf(error, settings.host)
  }
}
