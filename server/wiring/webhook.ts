// Binds WhatsApp's webhook to delivery: status reports, and the service window of a phone that wrote.
import { parseInbound } from '../../core/phone/inbound.ts'
import { settleUsage } from '../billing/store.ts'
import { confirmIdentity } from '../delivery/identity-owners.ts'
import { pauseNumber } from '../delivery/number/queue.ts'
import { recordStatus } from '../delivery/outcomes/status.ts'
import { findByPhone } from '../delivery/owners.ts'
import { openWindow } from '../delivery/store.ts'
import { incidents } from '../foundation/http/metrics.ts'
import { failureOf, restOf } from '../whatsapp/errors.ts'
import type { WebhookDeps } from '../whatsapp/webhook.ts'
import { type AppContext, policyOf } from './app.ts'

export function webhookDeps({ config, clock, log }: AppContext): Pick<WebhookDeps, 'onStatus' | 'onInbound'> {
  const { unreachableAfter } = policyOf(config)
  return {
    onStatus: async (tx, status) => {
      const now = clock.now()
      const taken = await recordStatus(tx, status, { now, onFinal: settleUsage, failureOf, unreachableAfter })
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
      const forgotten = await confirmIdentity(tx, { waId, waUserId }, at)
      if (forgotten > 0) log.warn({ count: forgotten }, 'a number has a new owner; its phones have to be linked anew')
      // STOP and PAUSE are messages like any other to Meta, but what is held must not slip out before they are answered.
      if (['stop', 'pause'].includes(parseInbound(text, payload).kind)) return
      for (const phone of await findByPhone(tx, { waId, waUserId })) await openWindow(tx, phone.user_id, phone.id, at)
    },
  }
}
