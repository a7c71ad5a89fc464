// Saves which folders a user wants watched, and from when on.
import type { ChangeMailbox, StartFrom } from '../../../../core/api/mail.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { KeptMailbox, NewFolder } from '../store.ts'
import { chooseFolders, restartFolders } from './store.ts'

interface Wanted {
  folders?: string[] | undefined
  start?: StartFrom | undefined
}

/** The folders of a mailbox that is added. */
export function newFolders({ folders = ['INBOX'], start = 'now' }: Wanted, now: Date): NewFolder[] {
  return named(folders).map(name => ({ name, startsAt: startOf(start, now), cursor: null }))
}

/** Answers whether anything changed for whoever watches the mailbox. */
export async function changeFolders(tx: Db, userId: string, mailboxId: string, { folders, start }: Wanted, now: Date): Promise<boolean> {
  if (folders) await chooseFolders(tx, userId, mailboxId, named(folders), now)
  const isEarlier = start !== undefined && start !== 'now'
  if (isEarlier) await restartFolders(tx, userId, mailboxId, startOf(start, now))
  return folders !== undefined || isEarlier
}

export function refuseFolders({ say }: { say: Translate<'mail'> }, mailbox: KeptMailbox, { folders, start }: ChangeMailbox): void {
  if (mailbox.kind === 'address' && (folders ?? start) !== undefined) throw new HttpError(422, 'no_folders', say('refused.no_folders'))
}

const hourMs = 3_600_000
const startsBefore: Record<StartFrom, number> = { now: 0, day: 24 * hourMs, week: 7 * 24 * hourMs }
const startOf = (start: StartFrom, now: Date): Date => new Date(now.getTime() - startsBefore[start])

/** INBOX alone is written in any case of letters (RFC 9051 §5.1). */
const named = (folders: string[]): string[] => [...new Set(folders.map(name => (name.toUpperCase() === 'INBOX' ? 'INBOX' : name)))]
