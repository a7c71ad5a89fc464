// What WhatsApp's webhook is given: delivery takes what it reports, and opens the window of a phone that wrote.
import { saidIn } from '../../core/phone/said.ts'
import { settleUsage } from '../billing/store.ts'
import { settleIdentity } from '../delivery/identity/owners.ts'
import { pauseNumber } from '../delivery/number/queue.ts'
import { findByPhone } from '../delivery/owners.ts'
import { takeStatus } from '../delivery/settle/status.ts'
import { openWindow } from '../delivery/store.ts'
import { incidents } from '../http/figures.ts'
import { failureOf, restOf } from '../whatsapp/errors.ts'
import type { WebhookParts } from '../whatsapp/webhook.ts'
import { type Ground, policyOf } from '../wiring.ts'

export function hearing({ config, clock, log }: Ground): Pick<WebhookParts, 'onStatus' | 'onInbound'> {
  const { unreachableAfter } = policyOf(config)
  return {
    onStatus: async (tx, status) => {
      const now = clock.now()
      const taken = await takeStatus(tx, status, { now, onFinal: settleUsage, failureOf, unreachableAfter })
      if (taken?.incident) {
        incidents.inc({ kind: taken.incident })
        log.error(
          { deliveryId: taken.deliveryId, wamid: status.wamid, error: status.error },
          'WhatsApp called a message delivered and failed',
        )
      }
      const rest = taken?.state === 'failed' && status.error ? restOf(status.error.code, status.at) : null
      // The number is the last lock: claims hold lanes while they wait for it.
      return rest && rest.until > now ? () => pauseNumber(tx, config.whatsapp.numberId, rest, now, status.at) : undefined
    },
    onInbound: async (tx, { waId, waUserId, at, text, payload }) => {
      const forgotten = await settleIdentity(tx, { waId, waUserId }, at)
      if (forgotten > 0) log.warn({ count: forgotten }, 'a number has a new owner; its phones have to be linked anew')
      // STOP and PAUSE are messages like any other to Meta, but what is held must not slip out before they are answered.
      if (['stop', 'pause'].includes(saidIn(text, payload).kind)) return
      for (const phone of await findByPhone(tx, { waId, waUserId })) await openWindow(tx, phone.user_id, phone.id, at)
    },
  }
}
