// Saves which folders a user wants watched, and from which date.
import type { ChangeMailbox, StartFrom } from '../../../../core/api/mail.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { MailboxRow, NewFolder } from '../store.ts'
import { chooseFolders, restartFolders } from './store.ts'

interface Wanted {
  folders?: string[] | undefined
  start?: StartFrom | undefined
}

/** The initial folders of a new mailbox. */
export function newFolders({ folders = ['INBOX'], start = 'now' }: Wanted, now: Date): NewFolder[] {
  return normalizeNames(folders).map(name => ({ name, startsAt: startOf(start, now), cursor: null }))
}

/** Returns whether the host that watches the mailbox has to start over. */
export async function changeFolders(tx: Db, userId: string, mailboxId: string, { folders, start }: Wanted, now: Date): Promise<boolean> {
  if (folders) await chooseFolders(tx, userId, mailboxId, normalizeNames(folders), now)
  const isEarlier = start !== undefined && start !== 'now'
  if (isEarlier) await restartFolders(tx, userId, mailboxId, startOf(start, now))
  return folders !== undefined || isEarlier
}

export function refuseFolders({ say }: { say: Translate<'mail'> }, mailbox: MailboxRow, { folders, start }: ChangeMailbox): void {
  if (mailbox.kind === 'address' && (folders ?? start) !== undefined) throw new HttpError(422, 'no_folders', say('refused.no_folders'))
}

const hourMs = 3_600_000
const startsBefore: Record<StartFrom, number> = { now: 0, day: 24 * hourMs, week: 7 * 24 * hourMs }
const startOf = (start: StartFrom, now: Date): Date => new Date(now.getTime() - startsBefore[start])

/** Only INBOX is case-insensitive (RFC 9051 §5.1). */
const normalizeNames = (folders: string[]): string[] => [...new Set(folders.map(name => (name.toUpperCase() === 'INBOX' ? 'INBOX' : name)))]
