// What answers the routes of the admin console.
import type { HealthHandlers } from '../use-cases/admin/health/handlers.ts'
import type { templateHandlers } from '../use-cases/admin/templates.ts'

export interface AdminHandlers {
  health: HealthHandlers
  templates: ReturnType<typeof templateHandlers>
}
