// Who answers: what the routes are given, room by room.
import type * as account from '../../core/api/account.ts'
import type * as config from '../../core/api/config.ts'
import type * as trials from '../../core/api/filter-trials.ts'
import type * as mail from '../../core/api/mail.ts'
import type * as notifications from '../../core/api/notifications.ts'
import type { AccountParts } from '../account/account.ts'
import type { HelpHandlers } from '../account/help/handlers.ts'
import type { KeyHandlers } from '../account/keys/handlers.ts'
import type { PushHandlers } from '../account/push/handlers.ts'
import type { SettingsHandlers } from '../account/settings/handlers.ts'
import type { HealthHandlers } from '../admin/health/handlers.ts'
import type { templateHandlers } from '../admin/templates.ts'
import type { Auth } from '../auth/auth.ts'
import type { ContactHandlers } from '../contact.ts'
import type { Db } from '../db/pool.ts'
import type { deliveryHandlers } from '../delivery/handlers.ts'
import type { PauseHandlers } from '../delivery/pause/handlers.ts'
import type { rotaHandlers } from '../delivery/rota/handlers.ts'
import type { doctorHandlers } from '../doctor/handlers.ts'
import type { MailFileParts } from '../files/mail/wire.ts'
import type { FileParts } from '../files/wire.ts'
import type { filterHandlers } from '../filters/handlers.ts'
import type { trialHandlers } from '../filters/trial/handlers.ts'
import type { Parts } from '../http/health.ts'
import type { DoorParts, Handler, PersonHandler } from '../http/route.ts'
import type { ExportHandlers } from '../leave/exports.ts'
import type { ledgerHandlers } from '../ledger/handlers.ts'
import type { Live } from '../live/live.ts'
import type { mailHandlers } from '../mail/handlers.ts'
import type { SignIns } from '../mail/oauth/open.ts'
import type { outgoingHandlers } from '../mail/outgoing/handlers.ts'
import type { WholeHandlers } from '../mail/whole/handlers.ts'
import type { OnboardingHandlers } from '../onboarding.ts'
import type { webhookHandlers } from '../whatsapp/webhook.ts'

export interface Answerers {
  db: Db
  now(): Date
  fingerprint(text: string): Buffer
  auth: Auth
  isAdmin(userId: string): Promise<boolean>
  markDevice: DoorParts['markDevice']
  account: AccountParts
  files: FileParts
  mailFiles: MailFileParts
  live: Live
  verifyKey: DoorParts['verifyKey']
  keyRequestsAMinute: number
  keys: KeyHandlers
  exports: ExportHandlers
  settings: SettingsHandlers
  push: PushHandlers
  leave: PersonHandler<typeof account.eraseAccount>
  disconnect: PersonHandler<typeof mail.removeMailbox>
  publicConfig: Handler<typeof config.getConfig>
  contact: ContactHandlers
  help: HelpHandlers
  mail: ReturnType<typeof mailHandlers>
  signIns: SignIns['handlers']
  outgoing: ReturnType<typeof outgoingHandlers>
  whole: WholeHandlers
  filters: ReturnType<typeof filterHandlers> &
    ReturnType<typeof trialHandlers> & {
      runOnPast: PersonHandler<typeof trials.runFilter>
      bubble: PersonHandler<typeof trials.drawBubble>
    }
  delivery: ReturnType<typeof deliveryHandlers>
  pause: PauseHandlers
  notifications: { list: PersonHandler<typeof notifications.listNotifications>; see: PersonHandler<typeof notifications.seeNotifications> }
  rotas: ReturnType<typeof rotaHandlers>
  ledger: ReturnType<typeof ledgerHandlers>
  onboarding: OnboardingHandlers
  whatsapp: ReturnType<typeof webhookHandlers>
  doctor: ReturnType<typeof doctorHandlers>
  templates: ReturnType<typeof templateHandlers>
  /** What the console shows of the server. */
  console: HealthHandlers
  health: Parts
}
