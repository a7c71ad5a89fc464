// Lists the handlers that the routes need, by module.
import type * as account from '../../core/api/account.ts'
import type * as config from '../../core/api/config.ts'
import type * as trials from '../../core/api/filter-trials.ts'
import type * as mail from '../../core/api/mail.ts'
import type { getNoticesApi } from '../../core/api/notices.ts'
import type * as notifications from '../../core/api/notifications.ts'
import type { AccountDeps } from '../account/account.ts'
import type { HelpHandlers } from '../account/help/handlers.ts'
import type { KeyHandlers } from '../account/keys/handlers.ts'
import type { PushHandlers } from '../account/push/handlers.ts'
import type { SettingsHandlers } from '../account/settings/handlers.ts'
import type { Auth } from '../auth/auth.ts'
import type { BillingHandlers } from '../billing/handlers.ts'
import type { deliveryHandlers } from '../delivery/handlers.ts'
import type { PauseHandlers } from '../delivery/pause/handlers.ts'
import type { rotaHandlers } from '../delivery/rota/handlers.ts'
import type { AttachmentDeps } from '../files/attachments/wire.ts'
import type { StorageDeps } from '../files/wire.ts'
import type { filterHandlers } from '../filters/handlers.ts'
import type { trialHandlers } from '../filters/trial/handlers.ts'
import type { Db } from '../foundation/db/pool.ts'
import type { HealthChecks } from '../foundation/http/health.ts'
import type { Handler, RouteDeps, UserHandler } from '../foundation/http/route.ts'
import type { Live } from '../live/live.ts'
import type { mailHandlers } from '../mail/mailboxes/handlers.ts'
import type { SignIns } from '../mail/mailboxes/oauth/open.ts'
import type { WebViewHandlers } from '../mail/messages/web-view/handlers.ts'
import type { outgoingHandlers } from '../mail/outgoing/handlers.ts'
import type { ContactHandlers } from '../use-cases/contact.ts'
import type { DoctorHandlers } from '../use-cases/doctor/handlers.ts'
import type { ExportHandlers } from '../use-cases/leave/exports.ts'
import type { ledgerHandlers } from '../use-cases/ledger/handlers.ts'
import type { OnboardingHandlers } from '../use-cases/onboarding.ts'
import type { pastRunHandlers } from '../use-cases/past-run/handlers.ts'
import type { UndoDeps } from '../use-cases/undo/routes.ts'
import type { webhookHandlers } from '../whatsapp/webhook.ts'
import type { AdminHandlers } from './admin-handlers.ts'

export interface RouteHandlers {
  db: Db
  now(): Date
  fingerprint(text: string): Buffer
  auth: Auth
  rolesOf(userId: string): Promise<string[]>
  markDevice: RouteDeps['markDevice']
  onChange: RouteDeps['onChange']
  account: AccountDeps
  files: StorageDeps
  mailFiles: AttachmentDeps
  live: Live
  verifyKey: RouteDeps['verifyKey']
  keyRequestsPerMinute(): number
  keys: KeyHandlers
  exports: ExportHandlers
  undo: UndoDeps
  settings: SettingsHandlers
  push: PushHandlers
  billing: BillingHandlers
  leave: UserHandler<typeof account.eraseAccountApi>
  disconnect: UserHandler<typeof mail.removeMailboxApi>
  publicConfig: Handler<typeof config.getConfigApi>
  notices: Handler<typeof getNoticesApi>
  contact: ContactHandlers
  help: HelpHandlers
  mail: ReturnType<typeof mailHandlers>
  signIns: SignIns['handlers']
  outgoing: ReturnType<typeof outgoingHandlers>
  webView: WebViewHandlers
  filters: ReturnType<typeof filterHandlers> &
    ReturnType<typeof trialHandlers> &
    ReturnType<typeof pastRunHandlers> & {
      bubble: UserHandler<typeof trials.previewFilterApi>
    }
  delivery: ReturnType<typeof deliveryHandlers>
  pause: PauseHandlers
  notifications: {
    list: UserHandler<typeof notifications.listNotificationsApi>
    see: UserHandler<typeof notifications.seeNotificationsApi>
  }
  rotas: ReturnType<typeof rotaHandlers>
  ledger: ReturnType<typeof ledgerHandlers>
  onboarding: OnboardingHandlers
  whatsapp: ReturnType<typeof webhookHandlers>
  doctor: DoctorHandlers
  admin: AdminHandlers
  health: HealthChecks
  /** What OpenAPI says of this server. */
  api: { version: string; publicUrl: string }
  /** Null: /metrics is closed. */
  metricsToken: string | null
}
