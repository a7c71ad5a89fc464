// Binds WhatsApp's webhook events about phones, templates and our account to their effects.
import { renameUser, unlinkPhone } from '../delivery/identity-owners.ts'
import { applyAccountState } from '../delivery/number/queue.ts'
import { untilResumedMs } from '../whatsapp/errors.ts'
import { applyTemplateUpdate } from '../whatsapp/templates/manage.ts'
import type { AccountEvent, WebhookDeps } from '../whatsapp/webhook.ts'
import { type AppContext, templateDeps } from './app.ts'

type WebhookEventDeps = Pick<WebhookDeps, 'onMoved' | 'onRenamed' | 'onTemplate' | 'onAccount' | 'onAlert'>

export function webhookEvents(app: AppContext): WebhookEventDeps {
  const { log } = app
  const templates = templateDeps(app)
  return {
    onMoved: async (tx, moved) => {
      const count = await unlinkPhone(tx, moved, moved.at)
      if (count > 0) log.warn({ count }, 'a phone changed its number; it must be linked again')
    },
    onRenamed: async (tx, { previous, current }) => void (await renameUser(tx, previous, current)),
    onTemplate: async (tx, update) => {
      log.info({ template: update.name, language: update.language, ...update.change }, 'WhatsApp reported a template change')
      await applyTemplateUpdate(templates, tx, update)
    },
    onAccount: event => applyAccountEvent(app, event),
    onAlert: alert => log.warn(alert, 'WhatsApp reported an account event'),
  }
}

async function applyAccountEvent({ config, db, clock, log }: AppContext, { event, state, until, at }: AccountEvent): Promise<void> {
  if (state === 'other') return log.warn({ event }, 'WhatsApp reported an account event')
  const now = clock.now()
  const pause = state === 'restricted' ? toPause(until, at) : null
  if (pause && pause.until <= now) return
  const isChange = await db.transaction().execute(tx => applyAccountState(tx, config.whatsapp.numberId, pause, at, now))
  if (isChange && pause) log.error({ event, until }, 'WhatsApp restricted our account: resolve it with Meta, then run npm run doctor')
}

// Without an end from Meta, the pause lasts until the operator resumes the number.
const toPause = (until: Date | null, at: Date) => ({
  until: until ?? new Date(at.getTime() + untilResumedMs),
  reason: 'account_restricted',
})
