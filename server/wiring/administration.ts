// Binds the user administration API to account deletion and the activity log.
import { recordErasure } from '../account/log-chain/erasures-owners.ts'
import { isErasureUnderWay, listAuthEvents } from '../account/owners.ts'
import type { AuthOptions } from '../auth/auth.ts'
import { endSubscriptions } from '../billing/subscription/ending.ts'
import type { Payments } from '../billing/subscription/payments.ts'
import { suspendPhones } from '../delivery/pause/suspension-store.ts'
import { systemClock } from '../foundation/clock.ts'
import type { SignIns } from '../mail/mailboxes/oauth/open.ts'
import { suspendMailboxes } from '../mail/mailboxes/store.ts'
import { type Erase, openErase, refuseLastAdmin } from '../use-cases/leave.ts'
import type { AppContext } from './app.ts'

export const bindErase = ({ db, words, clock, logKeys }: AppContext, signIns: SignIns, payments: Payments | null): Erase =>
  openErase({
    db,
    now: systemClock.now,
    say: words.of('auth'),
    endSubscriptions: userId => endSubscriptions({ db, payments, say: words.of('billing'), now: clock.now }, userId),
    revoke: signIns.revokeAll,
    recordErasure: (tx, userId) => recordErasure(tx, logKeys, userId, systemClock.now()),
  })

export const bindAdministration = (
  app: AppContext,
  signIns: SignIns,
  payments: Payments | null,
): Pick<AuthOptions, 'erasure' | 'audit' | 'onSuspended'> => ({
  erasure: { erase: bindErase(app, signIns, payments), isUnderWay: isErasureUnderWay },
  audit: page => listAuthEvents(app.db, page),
  onSuspended: async (tx, userId, until) => {
    if (until) await refuseLastAdmin(tx, userId, systemClock.now(), app.words.of('auth'))
    await suspendMailboxes(tx, userId, until)
    await suspendPhones(tx, userId, until, app.clock.now())
  },
})
