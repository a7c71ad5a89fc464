// Binds notifications to email, WhatsApp and browser push.
import { openEmailPreferences } from '../account/email-preferences/unsubscribe-links.ts'
import { systemClock } from '../foundation/clock.ts'
import type { Mailer } from '../foundation/mailer.ts'
import type { SealKey } from '../foundation/seal.ts'
import type { NotificationDeps } from '../use-cases/notifications.ts'
import { sendText } from '../whatsapp/send.ts'
import { type AppContext, inPace } from './app.ts'

export function notificationDeps(app: AppContext, master: SealKey, mailer: Mailer, push: NotificationDeps['push']): NotificationDeps {
  const { config, db, clock, log, graph, allowance } = app
  const { publicUrl } = config
  const { provider, graceDays, invoice } = config.billing
  const notices = openEmailPreferences({ master, publicUrl })
  const say: NotificationDeps['say'] = (to, text) => inPace(app, () => sendText(graph, to, text))
  const billing = provider && { graceDays, instructions: invoice.instructions, allowanceOf: allowance.allowanceOf }
  const numberId = () => config.whatsapp.numberId
  return { db, log, machine: systemClock, clock, publicUrl, mailer, notices, numberId, say, push, billing }
}
