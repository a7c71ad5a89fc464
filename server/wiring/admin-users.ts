// Binds the console's handlers for users to accounts, erasing and exports.
import { systemClock } from '../foundation/clock.ts'
import { requestWords } from '../foundation/words.ts'
import { isMailProblem } from '../mail/imap/errors.ts'
import { describeProblem } from '../mail/mailboxes/connection-test.ts'
import { type UserActionHandlers, userActionHandlers } from '../use-cases/admin/users/actions.ts'
import { type ErasureHandlers, erasureHandlers } from '../use-cases/admin/users/erase.ts'
import { type UserReadHandlers, userReadHandlers } from '../use-cases/admin/users/handlers.ts'
import { openExportForUser } from '../use-cases/leave/exports.ts'
import { bindErase } from './administration.ts'
import { type AppContext, bindExplain } from './app.ts'
import { exportDeps } from './exports.ts'
import type { HandlerDeps } from './handler-deps.ts'

export interface AdminUserHandlers extends UserReadHandlers, UserActionHandlers {
  erasures: ErasureHandlers
}

export function bindAdminUsers(app: AppContext, { auth, signIns, billing, jobs }: HandlerDeps): AdminUserHandlers {
  const { db } = app
  const words = requestWords()
  const shared = { db, now: systemClock.now, say: words.of('adminusers'), accounts: auth.byStaff }
  return {
    ...userReadHandlers({
      ...shared,
      explainReason: bindExplain(words),
      describeProblem: (server, problem) => (isMailProblem(problem) ? describeProblem(words.of('mail'), server, problem) : null),
    }),
    ...userActionHandlers({ ...shared, startExport: openExportForUser(exportDeps(app, jobs)) }),
    erasures: erasureHandlers({ ...shared, erase: bindErase(app, signIns, billing.payments) }),
  }
}
