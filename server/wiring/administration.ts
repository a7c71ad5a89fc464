// Binds the user administration API to account deletion and the activity log.
import { isErasureUnderWay, listAuthEvents } from '../account/owners.ts'
import type { AuthOptions } from '../auth/auth.ts'
import { endSubscriptions } from '../billing/subscription/ending.ts'
import type { Payments } from '../billing/subscription/payments.ts'
import { systemClock } from '../foundation/clock.ts'
import type { SignIns } from '../mail/mailboxes/oauth/open.ts'
import { type Erase, openErase } from '../use-cases/leave.ts'
import type { AppContext } from './app.ts'

export const bindErase = ({ db, words, clock }: AppContext, signIns: SignIns, payments: Payments | null): Erase =>
  openErase({
    db,
    now: systemClock.now,
    endSubscriptions: userId => endSubscriptions({ db, payments, say: words.of('billing'), now: clock.now }, userId),
    revoke: signIns.revokeAll,
  })

export const bindAdministration = (
  app: AppContext,
  signIns: SignIns,
  payments: Payments | null,
): Pick<AuthOptions, 'erasure' | 'audit'> => ({
  erasure: { erase: bindErase(app, signIns, payments), isUnderWay: isErasureUnderWay },
  audit: page => listAuthEvents(app.db, page),
})
