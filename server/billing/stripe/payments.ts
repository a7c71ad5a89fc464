// Refunds an invoice's payment, and fetches the file of an invoice.
import type Stripe from 'stripe'
import type { Money } from '../../../core/plans/money.ts'
import { type Outside, OutsideError } from '../../foundation/outside.ts'
import { type Idempotent, ProviderError } from '../provider.ts'
import { callStripe, findAtStripe } from './client.ts'
import { refOf } from './refs.ts'

export interface RefundRequest extends Idempotent {
  invoiceRef: string
  amount: Money
  reason: string
}

/** Refunds the first payment that is large enough; an invoice paid in parts is refunded in parts. */
export async function refund(client: Stripe, { invoiceRef, amount: { amount, currency }, reason, key }: RefundRequest): Promise<void> {
  await callStripe(async () => {
    const invoice = await client.invoices.retrieve(invoiceRef, { expand: ['payments'] })
    if (invoice.currency !== currency) throw new ProviderError('refused', `This invoice is in ${invoice.currency}.`)
    const paid = (invoice.payments?.data ?? []).filter(({ status, amount_paid }) => status === 'paid' && (amount_paid ?? 0) >= amount)
    const payment = paid[0]?.payment
    const [intent, charge] = [refOf(payment?.payment_intent), refOf(payment?.charge)]
    if (intent === null && charge === null) throw new ProviderError('refused', 'No payment of this invoice is large enough to refund that.')
    await client.refunds.create(
      {
        ...(intent === null ? { charge: charge ?? '' } : { payment_intent: intent }),
        amount,
        reason: 'requested_by_customer',
        metadata: { reason: reason.slice(0, 500) },
      },
      { idempotencyKey: key },
    )
  })
}

const maxRedirects = 3
const maxBytes = 16 * 1024 * 1024

/** Stripe's file links need no key, and none is sent. */
export async function readInvoiceFile(
  client: Stripe,
  { outside, url, timeoutMs }: { outside: Outside; url: string; timeoutMs: number },
  invoiceRef: string,
): Promise<{ name: string; type: string; bytes: Uint8Array } | null> {
  const invoice = await findAtStripe(() => client.invoices.retrieve(invoiceRef))
  if (!invoice?.invoice_pdf) return null
  const bytes = await download(outside, { from: invoice.invoice_pdf, host: new URL(url).host, timeoutMs })
  return { name: `${invoice.number ?? invoice.id}.pdf`, type: 'application/pdf', bytes }
}

async function download(
  outside: Outside,
  { from, host, timeoutMs }: { from: string; host: string; timeoutMs: number },
): Promise<Uint8Array> {
  let url = new URL(from)
  for (let i = 0; i <= maxRedirects; i++) {
    if (url.host !== host && !(url.protocol === 'https:' && url.hostname.endsWith('.stripe.com'))) break
    const { status, headers, body } = await outside.request({ method: 'GET', url: url.href, timeoutMs, maxBytes }).catch(unreachable)
    if (status === 200 && body.subarray(0, 5).toString('latin1') === '%PDF-') return body
    if (status < 300 || status >= 400 || !headers.location) break
    url = new URL(headers.location, url)
  }
  throw new ProviderError('unreachable', 'Stripe did not send the file of this invoice.')
}

function unreachable(error: unknown): never {
  if (error instanceof OutsideError) throw new ProviderError('unreachable', error.message, { cause: error })
  throw error
}
