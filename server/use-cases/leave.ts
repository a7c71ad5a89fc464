// Deletes an account: asks for proof, then every module erases its part.
import type { eraseAccountApi as eraseShape } from '../../core/api/account.ts'
import type { Translate } from '../../core/words/words.ts'
import { departed, forgetDeparture } from '../account/owners.ts'
import { eraseAccount } from '../account/store.ts'
import type { Auth } from '../auth/auth.ts'
import { eraseUsage } from '../billing/store.ts'
import { sendersOfOnly } from '../delivery/owners.ts'
import { eraseDelivery } from '../delivery/store.ts'
import { eraseMailFiles } from '../files/attachments/store.ts'
import { eraseExports } from '../files/exports/store.ts'
import { eraseFiles } from '../files/objects/store.ts'
import { eraseBlobs } from '../files/raw-message-store.ts'
import { eraseFilters } from '../filters/store.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { retryTransaction } from '../foundation/db/retry-transaction.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { PersonHandler } from '../foundation/http/route.ts'
import { eraseMail } from '../mail/mailboxes/store.ts'
import { eraseInbound } from '../whatsapp/inbound-owners.ts'

/** Erases what the modules keep of a user, and in the same transaction does `last` about the person themselves. */
export type Erase = (userId: string, last: (tx: Tx) => Promise<void>) => Promise<void>

export interface EraseDeps {
  db: Db
  now(): Date
  /** Ends at the providers of their mail what they granted us; never throws. */
  revoke(userId: string): Promise<void>
}

export interface LeaveDeps {
  auth: Pick<Auth, 'isThemselves' | 'erase'>
  say: Translate<'auth'>
  erase: Erase
}

/** A mail or a delivery that was under way while its person left is written within this time, if at all. */
const underWayMs = 3_600_000

export function leaveHandler({ auth, say, erase }: LeaveDeps): PersonHandler<typeof eraseShape> {
  return async ({ userId, body }) => {
    if (!(await auth.isThemselves(userId, body.code))) throw new HttpError(403, 'code_wrong', say('erase.codeWrong'))
    await erase(userId, tx => auth.erase(tx, userId))
    return {}
  }
}

export function openErase({ db, now, revoke }: EraseDeps): Erase {
  return async (userId, last) => {
    // While its tokens can still be opened.
    await revoke(userId)
    await retryTransaction(db, async tx => {
      await eraseRooms(tx, userId, now())
      await last(tx)
    })
  }
}

/** Erases once more what was still written for those who left; for a sweep now and then. */
export async function eraseLeftovers(db: Db, now: Date): Promise<void> {
  for (const { userId, leftAt } of await departed(db)) {
    await retryTransaction(db, tx => eraseRooms(tx, userId, leftAt))
    if (now.getTime() - leftAt.getTime() > underWayMs) await forgetDeparture(db, userId)
  }
}

/** The keys go first: without them nothing sealed can be opened again, whatever a backup still holds. */
async function eraseRooms(tx: Tx, userId: string, leftAt: Date): Promise<void> {
  await eraseAccount(tx, userId, leftAt)
  await eraseMail(tx, userId)
  await eraseFilters(tx, userId)
  // By its phones, so that these go last.
  await eraseInbound(tx, await sendersOfOnly(tx, userId))
  await eraseDelivery(tx, userId)
  await eraseUsage(tx, userId)
  await eraseBlobs(tx, userId)
  await eraseFiles(tx, userId)
  await eraseMailFiles(tx, userId)
  await eraseExports(tx, userId)
}
