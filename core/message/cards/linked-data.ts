// What a sender says of a bill or a parcel in schema.org's words (JSON-LD), which no pattern has to guess.
import { z } from 'zod/mini'
import { amountOf } from './money.ts'
import { type Card, type CardSource, Day, type InvoiceCard, type ShipmentCard, type ShipmentState } from './shapes.ts'

const Text = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const Named = z.union([
  Text,
  z.pipe(
    z.object({ name: Text }),
    z.transform(one => one.name),
  ),
])
const Price = z.object({
  price: z.union([z.string(), z.pipe(z.number(), z.transform(String))]),
  priceCurrency: z.string().check(z.regex(/^[A-Z]{3}$/)),
})
const DayOf = z.pipe(
  z.pipe(
    z.string(),
    z.transform(written => written.slice(0, 10)),
  ),
  Day,
)

/** schema.org/Invoice; a sum stands in it, or in a specification beside it. */
const Invoice = z.object({
  '@type': z.literal('Invoice'),
  totalPaymentDue: z.union([
    Price,
    z.pipe(z.object({ value: z.union([z.string(), z.number()]), currency: z.string() }), z.transform(toPrice)),
  ]),
  paymentDueDate: z.catch(z.optional(DayOf), undefined),
  paymentDue: z.catch(z.optional(DayOf), undefined),
  paymentStatus: z.catch(z.optional(z.string()), undefined),
  confirmationNumber: z.catch(z.optional(Text), undefined),
  accountId: z.catch(z.optional(Text), undefined),
  provider: z.catch(z.optional(Named), undefined),
})

/** schema.org/ParcelDelivery. */
const Parcel = z.object({
  '@type': z.literal('ParcelDelivery'),
  trackingNumber: Text,
  carrier: z.catch(z.optional(Named), undefined),
  provider: z.catch(z.optional(Named), undefined),
  expectedArrivalUntil: z.catch(z.optional(DayOf), undefined),
  partOfOrder: z.catch(z.optional(z.object({ orderStatus: z.string() })), undefined),
})

function toPrice({ value, currency }: { value: string | number; currency: string }) {
  return { price: String(value), priceCurrency: currency }
}

/** Null where nothing of it is a card, or what it says is not whole. `state` is what the mail's own words say of its parcel. */
export function linkedCard(found: readonly unknown[], { sender }: CardSource, state: ShipmentState | null): Card | null {
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

const statesOf = new Map<string, ShipmentState>(
  Object.entries({
    OrderDelivered: 'delivered',
    OrderInTransit: 'shipped',
    OrderPickupAvailable: 'pickup',
  }),
)

function parcelOf(value: unknown, sender: string, said: ShipmentState | null): ShipmentCard | null {
  const read = Parcel.safeParse(value)
  if (!read.success) return null
  const { trackingNumber, carrier, provider, expectedArrivalUntil, partOfOrder } = read.data
  const state = said ?? statesOf.get(partOfOrder?.orderStatus.split('/').at(-1) ?? '') ?? null
  if (!state) return null
  const tracking = trackingNumber.replace(/\s/g, '')
  const rest = { eta: expectedArrivalUntil ?? null, window: null, pickupCode: null, pickupUntil: null }
  return { kind: 'parcel', carrier: carrier ?? provider ?? sender, tracking, state, ...rest }
}
