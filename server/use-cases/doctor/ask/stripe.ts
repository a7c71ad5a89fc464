// Asks Stripe about the key, the webhook and the time, where Stripe takes the payments.
import { type LastReconciliation, readReconciliation } from '../../../billing/events/queue.ts'
import { ProviderError } from '../../../billing/provider.ts'
import type { DoctorDeps } from '../deps.ts'
import { type DoctorFinding, failing, formatDay, needsAttention, ok } from '../finding.ts'

/** Webhooks that seem older than five minutes are refused; a minute is time to do something about it. */
const maxSkewMs = 60_000
const shownEvents = 3

/** Nothing where nothing is sold through Stripe, or where only the running server knows its stand-in. */
export async function checkStripe({ config, db, outside, now }: DoctorDeps): Promise<DoctorFinding[]> {
  const { billing, publicUrl, mode } = config
  if (billing.provider !== 'stripe' || mode !== 'production') return []
  const { openStripe } = await import('../../../billing/stripe/open.ts')
  const stripe = openStripe({ outside, stripe: billing.stripe, publicUrl })
  const url = `${publicUrl}/webhooks/stripe`
  try {
    const { webhook, missingEvents, at } = await stripe.inspect(url)
    const skewMs = at === null ? 0 : Math.abs(at.getTime() - now().getTime())
    return [
      stripe.isLive ? ok('stripe', 'stripe.ok') : needsAttention('stripe', 'stripe.test'),
      ...(skewMs > maxSkewMs ? [failing('stripe', 'stripe.clock', { n: Math.round(skewMs / 1000) })] : []),
      judgeWebhook(webhook, url, missingEvents),
      ...(db ? [judgeReconciliation(await readReconciliation(db, 'stripe'), now())] : []),
    ]
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const isRefused = error.message.includes('STRIPE_SECRET_KEY')
    const { host } = new URL(billing.stripe.url)
    return [isRefused ? failing('stripe', 'stripe.refused') : failing('stripe', 'stripe.away', { why: error.message, host })]
  }
}

/** It runs every night. */
const reconciledWithinMs = 36 * 3_600_000

function judgeReconciliation(last: LastReconciliation | null, now: Date): DoctorFinding {
  if (!last) return ok('reconciliation', 'reconciliation.none')
  const { at, customers, differences } = last
  const values = { on: formatDay(at), n: customers, differences }
  const isRecent = now.getTime() - at.getTime() <= reconciledWithinMs
  return isRecent ? ok('reconciliation', 'reconciliation.ok', values) : needsAttention('reconciliation', 'reconciliation.late', values)
}

type WebhookState = 'ok' | 'missing' | 'disabled' | 'incomplete'

function judgeWebhook(state: WebhookState, url: string, events: string[]): DoctorFinding {
  if (state === 'ok') return ok('payments', 'payments.ok', { url })
  const named = `${events.slice(0, shownEvents).join(', ')}${events.length > shownEvents ? ', …' : ''}`
  return failing('payments', `payments.${state}`, { url, n: events.length, events: named })
}
