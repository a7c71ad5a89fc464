// Makes Checkout Sessions, computes what is due today, and ends them.
import type Stripe from 'stripe'
import { priceFor } from '../billing/items.ts'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { applyDiscounts } from '../invoicing/discounts.ts'
import { productName } from '../invoicing/lines.ts'
import { taxesOf } from '../invoicing/tax.ts'
import { draftDiscount } from '../objects/discount.ts'
import { idOrNull } from '../objects/ref.ts'
import { daySeconds, worldTime } from '../time.ts'
import { invalidRequest } from '../wire/failure.ts'
import type { CheckoutOrder, StripeWorld } from '../world.ts'

export type SessionOrder = Pick<
  Stripe.Checkout.Session,
  | 'mode'
  | 'client_reference_id'
  | 'customer_email'
  | 'metadata'
  | 'success_url'
  | 'cancel_url'
  | 'locale'
  | 'allow_promotion_codes'
  | 'payment_method_collection'
> & { customer: string | null; expiresAt: number | null; hasTaxIds: boolean }

export function addSession(world: StripeWorld, order: SessionOrder, goods: CheckoutOrder): Stripe.Checkout.Session {
  const { customer, expiresAt, hasTaxIds, ...fields } = order
  const id = newId(world, 'cs_test', 58)
  const created = worldTime(world)
  const expires = expiresAt ?? created + daySeconds
  if (expires < created + 1800 || expires > created + daySeconds)
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      'expires_at',
    )
  const prices = goods.items.map((item, index) => priceFor(world, item.price, `line_items[${index}][price]`))
  const session: Stripe.Checkout.Session = {
    ...emptySession(),
    id,
    automatic_tax: {
      enabled: goods.isTaxAutomatic,
      liability: goods.isTaxAutomatic ? { type: 'self' } : null,
      provider: goods.isTaxAutomatic ? 'stripe' : null,
      status: goods.isTaxAutomatic ? 'complete' : null,
    },
    created,
    currency: prices[0]?.currency ?? null,
    customer,
    customer_creation: customer === null ? 'always' : null,
    customer_details: customer === null ? null : detailsOf(world, customer, null),
    expires_at: expires,
    payment_status: order.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    status: 'open',
    tax_id_collection: { enabled: hasTaxIds, required: 'never' },
    url: `${world.url}/c/pay/${id}`,
    ...fields,
  }
  world.state.checkoutSessions.set(id, session)
  world.state.checkoutOrders.set(id, goods)
  updateTotals(world, session)
  return session
}

/** What is due today: nothing during a trial. */
export function updateTotals(world: StripeWorld, session: Stripe.Checkout.Session): void {
  const order = world.state.checkoutOrders.get(session.id)
  if (!order || session.mode === 'setup') return
  const items = lineItemsOf(world, session.id)
  const sum = (field: 'amount_subtotal' | 'amount_total' | 'amount_discount' | 'amount_tax') =>
    items.reduce((total, item) => total + item[field], 0)
  session.amount_subtotal = sum('amount_subtotal')
  session.amount_total = sum('amount_total')
  session.total_details = { amount_discount: sum('amount_discount'), amount_shipping: 0, amount_tax: sum('amount_tax') }
  session.discounts = order.discount ? [{ coupon: order.discount.coupon, promotion_code: order.discount.promotionCode }] : []
}

export function lineItemsOf(world: StripeWorld, sessionId: string): Stripe.LineItem[] {
  const order = world.state.checkoutOrders.get(sessionId)
  const session = world.state.checkoutSessions.get(sessionId)
  if (!order || !session) return []
  const isTrial = order.trialPeriodDays !== null || order.trialEnd !== null
  const lines = order.items.flatMap(item => {
    const price = world.state.prices.get(item.price)
    return price
      ? [{ price, quantity: item.quantity, amount: isTrial ? 0 : (price.unit_amount ?? 0) * item.quantity, isDiscountable: true }]
      : []
  })
  const owner = { customer: idOrNull(session.customer) ?? '', subscription: null, session: sessionId }
  const offs = applyDiscounts(world, lines, order.discount ? [draftDiscount(world, order.discount, owner)] : [])
  const { taxPercent } = world.settings
  const rates =
    order.isTaxAutomatic && taxPercent > 0 ? [{ id: `txr_automatic_${taxPercent}`, percentage: taxPercent, inclusive: false }] : []
  return lines.map((line, index) => {
    const off = (offs[index] ?? []).reduce((sum, one) => sum + one.amount, 0)
    const tax = taxesOf(line.amount - off, rates).reduce((sum, one) => sum + one.amount, 0)
    return {
      id: `li_${sessionId.slice(-20)}${index}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: off,
      amount_subtotal: line.amount,
      amount_tax: tax,
      amount_total: line.amount - off + tax,
      currency: line.price.currency,
      description: productName(world, line.price),
      metadata: {},
      price: line.price,
      quantity: line.quantity,
    }
  })
}

export function detailsOf(world: StripeWorld, customerId: string, email: string | null): Stripe.Checkout.Session.CustomerDetails {
  const customer = world.state.customers.get(customerId)
  return {
    address: customer?.address ?? null,
    business_name: null,
    email: customer?.email ?? email,
    individual_name: null,
    name: customer?.name ?? null,
    phone: customer?.phone ?? null,
    tax_exempt: customer?.tax_exempt ?? 'none',
    tax_ids: [],
  }
}

export function expireSession(world: StripeWorld, session: Stripe.Checkout.Session): void {
  if (session.status !== 'open')
    throw invalidRequest(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `' + session.status + '`.',
    )
  session.status = 'expired'
  session.url = null
  emit(world, 'checkout.session.expired', session)
}

export function completeSession(world: StripeWorld, session: Stripe.Checkout.Session, result: Partial<Stripe.Checkout.Session>): void {
  Object.assign(session, { status: 'complete', url: null, ...result })
  emit(world, 'checkout.session.completed', session)
}

const emptySession = () => ({
  object: 'checkout.session' as const,
  adaptive_pricing: null,
  after_expiration: null,
  allowed_payment_method_types: null,
  amount_subtotal: null,
  amount_total: null,
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  discounts: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  subscription: null,
  total_details: null,
  ui_mode: 'hosted_page',
  wallet_options: null,
})
