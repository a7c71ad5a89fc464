// Deletes an account: checks the user's identity, then lets every module erase its data.
import type { eraseAccountApi as eraseShape } from '../../core/api/account.ts'
import type { Translate } from '../../core/words/words.ts'
import { dropDeletionRecord, listDeletedAccounts, lockActiveAdmins } from '../account/owners.ts'
import { eraseAccountData, listRoles } from '../account/store.ts'
import type { Auth } from '../auth/auth.ts'
import { erasePayments } from '../billing/customers/store.ts'
import { eraseUsage } from '../billing/usage-store.ts'
import { listExclusiveSenders } from '../delivery/owners.ts'
import { eraseDelivery } from '../delivery/store.ts'
import { eraseAttachments } from '../files/attachments/store.ts'
import { eraseExports } from '../files/exports/store.ts'
import { eraseFiles } from '../files/objects/store.ts'
import { eraseRawMessages } from '../files/raw-message-store.ts'
import { eraseFilters } from '../filters/store.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { retryTransaction } from '../foundation/db/retry-transaction.ts'
import { forgetFailuresOf } from '../foundation/db/set-aside.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { UserHandler } from '../foundation/http/route.ts'
import { eraseMail } from '../mail/mailboxes/store.ts'
import { eraseInbound } from '../whatsapp/inbound-owners.ts'

/**
 * Erases all data of a user in every module; `last` runs at the end of the same transaction and removes the user record, `first` before
 * anything is erased. `erasedId` is what the log names instead of the user.
 */
export type Erase = (userId: string, last: (tx: Tx, erasedId: string) => Promise<void>, first?: (tx: Tx) => Promise<void>) => Promise<void>

export interface EraseDeps {
  db: Db
  now(): Date
  /** Ends what the user pays for; throws when that can't be done now, because nobody may be charged after they have left. */
  endSubscriptions(userId: string): Promise<void>
  /** Revokes the access that the user's email providers granted us; never throws. */
  revoke(userId: string): Promise<void>
  say: Translate<'auth'>
  /**
   * Notes that the user’s log entries go with the account, so that the log’s chain does not miss them, and removes the user from the
   * entries of staff. Returns the id that those name instead.
   */
  recordErasure(tx: Tx, userId: string): Promise<string>
}

export interface LeaveDeps {
  auth: Pick<Auth, 'isReauthenticated' | 'erase'>
  say: Translate<'auth'>
  erase: Erase
}

/** An email or delivery in flight while the account was deleted is saved within this time, if at all. */
const inFlightMs = 3_600_000

export function leaveHandler({ auth, say, erase }: LeaveDeps): UserHandler<typeof eraseShape> {
  return async ({ userId, body }) => {
    if (!(await auth.isReauthenticated(userId, body.code))) throw new HttpError(403, 'code_wrong', say('erase.codeWrong'))
    await erase(userId, tx => auth.erase(tx, userId))
    return {}
  }
}

export function openErase({ db, now, say, endSubscriptions, revoke, recordErasure }: EraseDeps): Erase {
  return async (userId, last, first) => {
    const check = (tx: Tx) => refuseLastAdmin(tx, userId, now(), say)
    // Before anything is ended outside, and again in the transaction.
    await db.transaction().execute(check)
    await endSubscriptions(userId)
    // Before the keys are erased, because revoking needs the tokens.
    await revoke(userId)
    await retryTransaction(db, async tx => {
      await check(tx)
      await first?.(tx)
      await eraseModules(tx, userId, now())
      await last(tx, await recordErasure(tx, userId))
    })
  }
}

/** Without an administrator nobody could open the console. Throws unless another one can sign in, now or after the user is suspended. */
export async function refuseLastAdmin(tx: Tx, userId: string, now: Date, say: Translate<'auth'>): Promise<void> {
  const isAdmin = (await listRoles(tx, userId)).includes('admin')
  if (isAdmin && (await lockActiveAdmins(tx, now)).every(id => id === userId))
    throw new HttpError(409, 'last_admin', say('erase.lastAdmin'))
}

/** Erases data that was saved after its account was deleted; called by a periodic sweep. */
export async function eraseLeftovers(db: Db, now: Date): Promise<void> {
  const failed: unknown[] = []
  for (const { userId, deletedAt } of await listDeletedAccounts(db))
    try {
      await retryTransaction(db, tx => eraseModules(tx, userId, deletedAt))
      if (now.getTime() - deletedAt.getTime() > inFlightMs) await dropDeletionRecord(db, userId)
    } catch (error) {
      // One user's trouble must not stop the others; the job fails in the end, so that it is noticed.
      failed.push(error)
    }
  if (failed.length > 0) throw failed[0]
}

/** Erases the keys first: without them nothing sealed can be opened again, not even from a backup. */
async function eraseModules(tx: Tx, userId: string, deletedAt: Date): Promise<void> {
  await eraseAccountData(tx, userId, deletedAt)
  await eraseMail(tx, userId)
  await eraseFilters(tx, userId)
  // Inbound messages are found by the user's phones, so they are erased before the phones.
  await eraseInbound(tx, await listExclusiveSenders(tx, userId))
  await eraseDelivery(tx, userId)
  await eraseUsage(tx, userId)
  await forgetFailuresOf(tx, userId)
  await erasePayments(tx, userId, deletedAt)
  await eraseRawMessages(tx, userId)
  await eraseFiles(tx, userId)
  await eraseAttachments(tx, userId)
  await eraseExports(tx, userId)
}
