// Reads bills, parcels and bookings from an email's schema.org data (JSON-LD or microdata), where no pattern has to guess.
import { z } from 'zod/mini'
import { findBookingCard } from './booking.ts'
import { parseAmount } from './money.ts'
import { type CardSource, Day, type EmailCard, type InvoiceCard, type ShipmentCard, type ShipmentState } from './shapes.ts'

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
const DateText = z.pipe(
  z.pipe(
    z.string(),
    z.transform(text => text.slice(0, 10)),
  ),
  Day,
)

/** schema.org/Invoice; the amount is a price specification or a monetary amount. */
const Invoice = z.object({
  '@type': z.literal('Invoice'),
  totalPaymentDue: z.union([
    Price,
    z.pipe(z.object({ value: z.union([z.string(), z.number()]), currency: z.string() }), z.transform(toPrice)),
  ]),
  paymentDueDate: z.catch(z.optional(DateText), undefined),
  paymentDue: z.catch(z.optional(DateText), undefined),
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
  expectedArrivalUntil: z.catch(z.optional(DateText), undefined),
  partOfOrder: z.catch(z.optional(z.object({ orderStatus: z.string() })), undefined),
})

function toPrice({ value, currency }: { value: string | number; currency: string }) {
  return { price: String(value), priceCurrency: currency }
}

/** Null if nothing makes a complete card. `state` is the shipment state found in the text. */
export function findLinkedDataCard(found: readonly unknown[], source: CardSource, state: ShipmentState | null): EmailCard | null {
  const nodes = found.flatMap(listNodes).slice(0, maxNodes).map(withPlainType)
  for (const node of nodes) {
    const card = toInvoiceCard(node, source.sender) ?? toShipmentCard(node, source.sender, state)
    if (card) return card
  }
  return findBookingCard(nodes, source) ?? findOrderCard(nodes, source.sender, state)
}

/** `http://schema.org/Invoice` and `["Invoice"]` are Invoice. */
function withPlainType(node: unknown): unknown {
  const typed = z.object({ '@type': z.union([z.string(), z.array(z.string())]) }).safeParse(node)
  if (!typed.success || typeof node !== 'object') return node
  const [type = ''] = [typed.data['@type']].flat()
  return { ...node, '@type': type.split(/[/#]/).at(-1) }
}

const maxNodes = 50

const listNodes = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  const graph = z.object({ '@graph': z.array(z.unknown()) }).safeParse(value)
  return graph.success ? graph.data['@graph'] : [value]
}

function toInvoiceCard(value: unknown, sender: string): InvoiceCard | null {
  const parsed = Invoice.safeParse(value)
  if (!parsed.success) return null
  const { totalPaymentDue, paymentDueDate, paymentDue, paymentStatus, confirmationNumber, accountId, provider } = parsed.data
  // The decimal separator is always a point, whatever the language of the email.
  const amount = /^\d+(?:\.\d{1,2})?$/.test(totalPaymentDue.price) ? parseAmount(totalPaymentDue.price) : null
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

const orderStates = new Map<string, ShipmentState>(
  Object.entries({
    OrderDelivered: 'delivered',
    OrderInTransit: 'shipped',
    OrderPickupAvailable: 'pickup',
  }),
)

function toShipmentCard(value: unknown, sender: string, stateInText: ShipmentState | null): ShipmentCard | null {
  const parsed = Parcel.safeParse(value)
  if (!parsed.success) return null
  const { trackingNumber, carrier, provider, expectedArrivalUntil, partOfOrder } = parsed.data
  const state = stateInText ?? orderStates.get(partOfOrder?.orderStatus.split('/').at(-1) ?? '') ?? null
  if (!state) return null
  const tracking = trackingNumber.replace(/\s/g, '')
  const rest = { eta: expectedArrivalUntil ?? null, window: null, pickupCode: null, pickupUntil: null }
  return { kind: 'parcel', carrier: carrier ?? provider ?? sender, tracking, state, ...rest }
}

/** schema.org/Order, without the parcel's own data. */
const Order = z.object({
  '@type': z.literal('Order'),
  orderStatus: z.string(),
  merchant: z.catch(z.optional(Named), undefined),
  seller: z.catch(z.optional(Named), undefined),
})

/** An order that is only being prepared is no parcel yet; neither is one of which the text says otherwise, or another. */
function findOrderCard(nodes: readonly unknown[], sender: string, stateInText: ShipmentState | null): ShipmentCard | null {
  const orders = nodes.flatMap(node => Order.safeParse(node).data ?? [])
  const [order] = orders
  const state = orderStates.get(order?.orderStatus.split('/').at(-1) ?? '')
  if (!order || orders.length > 1 || !state || (stateInText !== null && stateInText !== state)) return null
  const rest = { eta: null, window: null, pickupCode: null, pickupUntil: null }
  return { kind: 'parcel', carrier: order.merchant ?? order.seller ?? sender, tracking: null, state, ...rest }
}
