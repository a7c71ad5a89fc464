// What follows from news of WhatsApp's about phones, templates and our account.
import { forgetPhone, renameUser } from '../delivery/identity/owners.ts'
import { pauseNumber, resumeNumber } from '../delivery/number/queue.ts'
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

/** A restriction is probed each hour: Meta may lift it without a word. */
const probeMs = 3_600_000

// An old one that is told again asks for a pause that has ended long since.
async function heedAccount({ config, db, clock, log }: Ground, { event, stands, until, at }: AccountEvent): Promise<void> {
  const { numberId } = config.whatsapp
  const now = clock.now()
  if (stands === 'other') log.warn({ event }, 'WhatsApp tells of our account')
  if (stands === 'free') await resumeNumber(db, numberId, now)
  if (stands !== 'restricted') return
  log.error({ event, until }, 'WhatsApp has restricted our account')
  const probed = new Date(at.getTime() + probeMs)
  const pause = { until: until && until < probed ? until : probed, reason: 'account_restricted' }
  if (pause.until > now) await db.transaction().execute(tx => pauseNumber(tx, numberId, pause, now))
}
