// Binds the user administration API to account deletion and the activity log.
import { isErasureUnderWay, listAuthEvents } from '../account/owners.ts'
import type { AuthOptions } from '../auth/auth.ts'
import { systemClock } from '../foundation/clock.ts'
import type { SignIns } from '../mail/mailboxes/oauth/open.ts'
import { type Erase, openErase } from '../use-cases/leave.ts'
import type { AppContext } from './app.ts'

export const bindErase = ({ db }: AppContext, signIns: SignIns): Erase => openErase({ db, now: systemClock.now, revoke: signIns.revokeAll })

export const bindAdministration = (app: AppContext, signIns: SignIns): Pick<AuthOptions, 'erasure' | 'audit'> => ({
  erasure: { erase: bindErase(app, signIns), isUnderWay: isErasureUnderWay },
  audit: page => listAuthEvents(app.db, page),
})
