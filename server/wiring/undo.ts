// Binds the links that undo changes of an account.
import { hasUser } from '../account/email-preferences/store.ts'
import { settleUsage } from '../billing/usage-store.ts'
import { systemClock } from '../foundation/clock.ts'
import type { UndoDeps } from '../use-cases/undo/routes.ts'
import type { AppContext } from './app.ts'
import type { HandlerDeps } from './handler-deps.ts'

export const bindUndo = ({ db, clock }: AppContext, { auth, master }: HandlerDeps): UndoDeps => ({
  ...{ db, auth, master },
  now: systemClock.now,
  deliveryNow: clock.now,
  onFinal: settleUsage,
  hasUser: userId => hasUser(db, userId),
})
