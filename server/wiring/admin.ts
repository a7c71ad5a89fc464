// Binds the handlers of the admin console.
import { loadWords } from '../foundation/words.ts'
import type { AdminHandlers } from '../routes/admin-handlers.ts'
import { healthHandlers } from '../use-cases/admin/health/handlers.ts'
import { templateHandlers } from '../use-cases/admin/templates.ts'
import { type AppContext, templateDeps } from './app.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { healthDeps } from './health.ts'

export const bindAdminHandlers = (app: AppContext, { work }: HandlerDeps, isWhatsAppReachable: () => Promise<boolean>): AdminHandlers => ({
  health: healthHandlers(healthDeps(app, work.smtpPort, isWhatsAppReachable)),
  templates: templateHandlers(templateDeps({ ...app, words: loadWords() })),
})
