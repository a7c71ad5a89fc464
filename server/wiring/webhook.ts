// Binds WhatsApp's webhook to delivery: status reports, and the service window of a phone that wrote.
import { parseInbound } from '../../core/phone/inbound.ts'
import { settleUsage } from '../billing/usage-store.ts'
import { confirmIdentity } from '../delivery/identity-owners.ts'
import { pauseNumber } from '../delivery/number/queue.ts'
import { recordStatus } from '../delivery/outcomes/status.ts'
import { findByPhone } from '../delivery/owners.ts'
import { openWindow } from '../delivery/store.ts'
import { incidents } from '../foundation/http/metrics.ts'
import { failureOf, pauseAfterError } from '../whatsapp/errors.ts'
import type { WebhookDeps } from '../whatsapp/webhook.ts'
import { type AppContext, readPolicy } from './app.ts'
import { countReport } from './measuring.ts'
import { traceReport } from './tracing.ts'

export function webhookDeps({ config, clock, log, tracing }: AppContext): Pick<WebhookDeps, 'onStatus' | 'onInbound'> {
  const { unreachableAfter } = readPolicy(config)
  return {
    onStatus: async (tx, status) => {
      const now = clock.now()
      const recorded = await recordStatus(tx, status, { now, onFinal: settleUsage, failureOf, unreachableAfter })
      if (recorded) countReport(recorded.deliveryId, recorded.state, now)
      if (recorded && tracing) await traceReport(tracing, tx, recorded, status)
      if (recorded?.incident) {
        incidents.inc({ kind: recorded.incident })
        log.error(
          { deliveryId: recorded.deliveryId, wamid: status.wamid, error: status.error },
          'WhatsApp reported a message as both delivered and failed',
        )
      }
      const pause = recorded?.state === 'failed' && status.error ? pauseAfterError(status.error.code, status.at) : null
      // The number is locked last: claims hold lanes while they wait for it.
      return pause && pause.until > now ? () => pauseNumber(tx, config.whatsapp.numberId, pause, now, status.at) : undefined
    },
    onInbound: async (tx, { waId, waUserId, at, text, payload }) => {
      const forgottenCount = await confirmIdentity(tx, { waId, waUserId }, at)
      if (forgottenCount > 0) log.warn({ count: forgottenCount }, 'a number has a new owner; its phones must be linked again')
      // For Meta, STOP and PAUSE open the service window too, but held deliveries must not be sent before they are handled.
      if (['stop', 'pause'].includes(parseInbound(text, payload).kind)) return
      for (const phone of await findByPhone(tx, { waId, waUserId })) await openWindow(tx, phone.user_id, phone.id, at)
    },
  }
}
