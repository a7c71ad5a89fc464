// Binds the handlers of the admin console.
import { loadWords } from '../foundation/words.ts'
import type { AdminHandlers } from '../routes/admin-handlers.ts'
import { templateHandlers } from '../use-cases/admin/templates.ts'
import { bindAnalytics } from './admin-analytics.ts'
import { bindEmailTexts } from './admin-email-texts.ts'
import { bindSecurity } from './admin-security.ts'
import { bindSettingsPage } from './admin-settings.ts'
import { bindAdminSubscriptions } from './admin-subscriptions.ts'
import { bindAdminUsers } from './admin-users.ts'
import { type AppContext, templateDeps } from './app.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { bindLogHandlers } from './log-chain.ts'
import { bindOperations } from './operations.ts'

export const bindAdminHandlers = (app: AppContext, deps: HandlerDeps, isWhatsAppReachable: () => Promise<boolean>): AdminHandlers => ({
  analytics: bindAnalytics(app),
  logs: bindLogHandlers(app),
  ...bindOperations(app, deps, isWhatsAppReachable),
  settings: bindSettingsPage(app, deps),
  users: bindAdminUsers(app, deps),
  security: bindSecurity(app, deps),
  ...bindAdminSubscriptions(app, deps.billing),
  templates: templateHandlers(templateDeps({ ...app, words: loadWords() })),
  emailTexts: bindEmailTexts(app, deps.mailer),
})
