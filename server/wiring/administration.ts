// What administration on the auth wire is given of other rooms: how a person leaves them, and the log.
import { hasDeparted, listAuthEvents } from '../account/owners.ts'
import type { AuthOptions } from '../auth/auth.ts'
import { systemClock } from '../clock.ts'
import { type Erase, openErase } from '../leave.ts'
import type { SignIns } from '../mail/oauth/open.ts'
import type { Ground } from '../wiring.ts'

export const eraseOf = ({ db }: Ground, signIns: SignIns): Erase => openErase({ db, now: systemClock.now, revoke: signIns.revokeAll })

export const administrationOf = (ground: Ground, signIns: SignIns): Pick<AuthOptions, 'leaving' | 'audit'> => ({
  leaving: { erase: eraseOf(ground, signIns), isUnderWay: hasDeparted },
  audit: page => listAuthEvents(ground.db, page),
})
