// What a sender says of a bill or a parcel in schema.org's words (JSON-LD), which no pattern has to guess.
import { z } from 'zod'
import { amountOf } from './money.ts'
import { type Card, Day, type InvoiceCard, type ParcelCard, type ParcelState, type Reading } from './shapes.ts'

const Text = z.string().trim().min(1).max(200)
const Named = z.union([Text, z.object({ name: Text }).transform(one => one.name)])
const Price = z.object({
  price: z.union([z.string(), z.number().transform(String)]),
  priceCurrency: z.string().regex(/^[A-Z]{3}$/),
})
const DayOf = z
  .string()
  .transform(written => written.slice(0, 10))
  .pipe(Day)

/** schema.org/Invoice; a sum stands in it, or in a specification beside it. */
const Invoice = z.object({
  '@type': z.literal('Invoice'),
  totalPaymentDue: z.union([Price, z.object({ value: z.union([z.string(), z.number()]), currency: z.string() }).transform(toPrice)]),
  paymentDueDate: DayOf.optional().catch(undefined),
  paymentDue: DayOf.optional().catch(undefined),
  paymentStatus: z.string().optional().catch(undefined),
  confirmationNumber: Text.optional().catch(undefined),
  accountId: Text.optional().catch(undefined),
  provider: Named.optional().catch(undefined),
})

/** schema.org/ParcelDelivery. */
const Parcel = z.object({
  '@type': z.literal('ParcelDelivery'),
  trackingNumber: Text,
  carrier: Named.optional().catch(undefined),
  provider: Named.optional().catch(undefined),
  expectedArrivalUntil: DayOf.optional().catch(undefined),
  partOfOrder: z.object({ orderStatus: z.string() }).optional().catch(undefined),
})

function toPrice({ value, currency }: { value: string | number; currency: string }) {
  return { price: String(value), priceCurrency: currency }
}

/** Null where nothing of it is a card, or what it says is not whole. `state` is what the mail's own words say of its parcel. */
export function linkedCard(found: readonly unknown[], { sender }: Reading, state: ParcelState | null): Card | null {
  for (const one of found.flatMap(nodesOf).slice(0, mostNodes)) {
    const card = invoiceOf(one, sender) ?? parcelOf(one, sender, state)
    if (card) return card
  }
  return null
}

const mostNodes = 50

const nodesOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  const graph = z.object({ '@graph': z.array(z.unknown()) }).safeParse(value)
  return graph.success ? graph.data['@graph'] : [value]
}

function invoiceOf(value: unknown, sender: string): InvoiceCard | null {
  const read = Invoice.safeParse(value)
  if (!read.success) return null
  const { totalPaymentDue, paymentDueDate, paymentDue, paymentStatus, confirmationNumber, accountId, provider } = read.data
  // In its numbers a point is the decimal sign, whatever the mail's language is.
  const amount = /^\d+(?:\.\d{1,2})?$/.test(totalPaymentDue.price) ? amountOf(totalPaymentDue.price) : null
  if (amount === null) return null
  return {
    kind: 'invoice',
    amount,
    currency: totalPaymentDue.priceCurrency,
    due: paymentDueDate ?? paymentDue ?? null,
    number: confirmationNumber ?? accountId ?? null,
    issuer: provider ?? sender,
    isPaid: /PaymentComplete$/.test(paymentStatus ?? ''),
  }
}

const statesOf = new Map<string, ParcelState>(
  Object.entries({
    OrderDelivered: 'delivered',
    OrderInTransit: 'shipped',
    OrderPickupAvailable: 'pickup',
  }),
)

function parcelOf(value: unknown, sender: string, said: ParcelState | null): ParcelCard | null {
  const read = Parcel.safeParse(value)
  if (!read.success) return null
  const { trackingNumber, carrier, provider, expectedArrivalUntil, partOfOrder } = read.data
  const state = said ?? statesOf.get(partOfOrder?.orderStatus.split('/').at(-1) ?? '') ?? null
  if (!state) return null
  const tracking = trackingNumber.replace(/\s/g, '')
  const rest = { eta: expectedArrivalUntil ?? null, window: null, pickupCode: null, pickupUntil: null }
  return { kind: 'parcel', carrier: carrier ?? provider ?? sender, tracking, state, ...rest }
}
