// Binds WhatsApp's news about phones, templates and our account to what follows from it.
import { forgetPhone, renameUser } from '../delivery/identity-owners.ts'
import { applyAccountState } from '../delivery/number/queue.ts'
import { untilResumedMs } from '../whatsapp/errors.ts'
import { applyTemplateUpdate } from '../whatsapp/templates/manage.ts'
import type { AccountEvent, WebhookDeps } from '../whatsapp/webhook.ts'
import { type AppContext, templateDeps } from './app.ts'

type News = Pick<WebhookDeps, 'onMoved' | 'onRenamed' | 'onTemplate' | 'onAccount' | 'onAlert'>

export function news(app: AppContext): News {
  const { log } = app
  const templates = templateDeps(app)
  return {
    onMoved: async (tx, moved) => {
      const count = await forgetPhone(tx, moved, moved.at)
      if (count > 0) log.warn({ count }, 'a phone took another number; it has to be linked anew')
    },
    onRenamed: async (tx, { previous, current }) => void (await renameUser(tx, previous, current)),
    onTemplate: async (tx, told) => {
      log.info({ template: told.name, language: told.language, ...told.change }, 'WhatsApp tells of a template')
      await applyTemplateUpdate(templates, tx, told)
    },
    onAccount: event => heedAccount(app, event),
    onAlert: alert => log.warn(alert, 'WhatsApp tells of our account'),
  }
}

async function heedAccount({ config, db, clock, log }: AppContext, { event, state, until, at }: AccountEvent): Promise<void> {
  if (state === 'other') return log.warn({ event }, 'WhatsApp tells of our account')
  const now = clock.now()
  const pause = state === 'restricted' ? restOf(until, at) : null
  if (pause && pause.until <= now) return
  const isNews = await db.transaction().execute(tx => applyAccountState(tx, config.whatsapp.numberId, pause, at, now))
  if (isNews && pause) log.error({ event, until }, 'WhatsApp has restricted our account: settle it with Meta, then run npm run doctor')
}

// Without an end that Meta names it lasts until the operator resumes the number.
const restOf = (until: Date | null, at: Date) => ({
  until: until ?? new Date(at.getTime() + untilResumedMs),
  reason: 'account_restricted',
})
