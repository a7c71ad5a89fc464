// What answers the routes of the admin console.

import type { ConsoleActionHandlers } from '../use-cases/admin/actions.ts'
import type { AlertHandlers } from '../use-cases/admin/alerts/handlers.ts'
import type { AnalyticsHandlers } from '../use-cases/admin/analytics/handlers.ts'
import type { LogHandlers } from '../use-cases/admin/logs/handlers.ts'
import type { OverviewHandlers } from '../use-cases/admin/overview/handlers.ts'
import type { OverviewListHandlers } from '../use-cases/admin/overview/lists.ts'
import type { SecurityHandlers } from '../use-cases/admin/security/handlers.ts'
import type { SettingsPageHandlers } from '../use-cases/admin/settings/handlers.ts'
import type { AdminSubscriptionHandlers } from '../use-cases/admin/subscriptions/handlers.ts'
import type { EmailTextHandlers } from '../use-cases/admin/templates/email-texts.ts'
import type { templateHandlers } from '../use-cases/admin/templates.ts'
import type { UserActionHandlers } from '../use-cases/admin/users/actions.ts'
import type { ErasureHandlers } from '../use-cases/admin/users/erase.ts'
import type { UserReadHandlers } from '../use-cases/admin/users/handlers.ts'

export interface AdminHandlers extends AdminSubscriptionHandlers {
  users: UserReadHandlers & UserActionHandlers & { erasures: ErasureHandlers }
  analytics: AnalyticsHandlers
  logs: LogHandlers
  overview: OverviewHandlers & OverviewListHandlers
  alerts: AlertHandlers
  actions: ConsoleActionHandlers
  settings: SettingsPageHandlers
  security: SecurityHandlers
  templates: ReturnType<typeof templateHandlers>
  emailTexts: EmailTextHandlers
}
