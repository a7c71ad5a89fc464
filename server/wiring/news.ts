// What follows from news of WhatsApp's about phones, templates and our account.
import { forgetPhone, renameUser } from '../delivery/identity/owners.ts'
import { heedStanding } from '../delivery/number/queue.ts'
import { untilResumedMs } from '../whatsapp/errors.ts'
import { takeTemplateNews } from '../whatsapp/templates/manage.ts'
import type { AccountEvent, WebhookParts } from '../whatsapp/webhook.ts'
import { type Ground, templateParts } from '../wiring.ts'

type News = Pick<WebhookParts, 'onMoved' | 'onRenamed' | 'onTemplate' | 'onAccount' | 'onNotice'>

export function news(ground: Ground): News {
  const { log } = ground
  const templates = templateParts(ground)
  return {
    onMoved: async (tx, moved) => {
      const count = await forgetPhone(tx, moved, moved.at)
      if (count > 0) log.warn({ count }, 'a phone took another number; it has to be linked anew')
    },
    onRenamed: async (tx, { previous, current }) => void (await renameUser(tx, previous, current)),
    onTemplate: async (tx, told) => {
      log.info({ template: told.name, language: told.language, ...told.change }, 'WhatsApp tells of a template')
      await takeTemplateNews(templates, tx, told)
    },
    onAccount: event => heedAccount(ground, event),
    onNotice: notice => log.warn(notice, 'WhatsApp tells of our account'),
  }
}

async function heedAccount({ config, db, clock, log }: Ground, { event, stands, until, at }: AccountEvent): Promise<void> {
  if (stands === 'other') return log.warn({ event }, 'WhatsApp tells of our account')
  const now = clock.now()
  const pause = stands === 'restricted' ? restOf(until, at) : null
  if (pause && pause.until <= now) return
  const isNews = await db.transaction().execute(tx => heedStanding(tx, config.whatsapp.numberId, pause, at, now))
  if (isNews && pause) log.error({ event, until }, 'WhatsApp has restricted our account: settle it with Meta, then run npm run doctor')
}

// Without an end that Meta names it lasts until the operator resumes the number.
const restOf = (until: Date | null, at: Date) => ({
  until: until ?? new Date(at.getTime() + untilResumedMs),
  reason: 'account_restricted',
})
