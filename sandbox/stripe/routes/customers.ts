// Routes of customers, their payment methods, and setup intents.
import { z } from 'zod/mini'
import { cancelNow } from '../billing/ending.ts'
import { isOver } from '../billing/state.ts'
import { namedCards } from '../cards.ts'
import { addCustomer, type CustomerChange, changeCustomer, mergeMetadata, removeCustomer } from '../objects/customer.ts'
import { addCard, attach, detach } from '../objects/payment-method.ts'
import { addSetup, confirmSetup } from '../payments/setup.ts'
import type { Api } from '../wire/api.ts'
import { cardFailure, invalidRequest, missing, need } from '../wire/failure.ts'
import { isWithin, pageOf } from '../wire/list.ts'
import { address, bool, emptyable, expandable, int, metadata, optional, paging, range, text, unused } from '../wire/params.ts'
import type { StripeWorld } from '../world.ts'

const customerFields = {
  address: optional(emptyable(address)),
  balance: optional(int),
  description: optional(emptyable(text)),
  email: optional(emptyable(text)),
  invoice_settings: optional(z.strictObject({ default_payment_method: optional(emptyable(text)), footer: unused })),
  metadata: optional(emptyable(metadata)),
  name: optional(emptyable(text)),
  phone: optional(emptyable(text)),
  preferred_locales: optional(z.array(text)),
  tax: unused,
  tax_exempt: optional(emptyable(z.enum(['none', 'exempt', 'reverse']))),
  ...expandable,
}
const createShape = z.strictObject({ ...customerFields, test_clock: optional(text), payment_method: optional(text) })
const updateShape = z.strictObject(customerFields)
const listShape = z.strictObject({ ...paging, created: optional(range), email: optional(text), test_clock: optional(text) })

export function customerRoutes(api: Api, world: StripeWorld): void {
  const { state } = world
  api.post('customers', createShape, ({ test_clock: clock, payment_method: method, ...params }) => {
    const customer = addCustomer(world, changeOf(params, null), clock ?? null)
    if (method !== undefined) attach(world, methodOf(world, method), customer.id)
    return customer
  })
  api.get('customers', listShape, ({ created, email, test_clock: clock, ...page }) => {
    const found = [...state.customers.values()].filter(
      one => isWithin(one.created, created) && (email ?? one.email) === one.email && (clock ?? one.test_clock) === one.test_clock,
    )
    return pageOf(found, page, '/v1/customers')
  })
  api.get('customers/:id', z.strictObject(expandable), (_params, id) => {
    return state.deletedCustomers.get(id) ?? need(state.customers, id, 'customer')
  })
  api.post('customers/:id', updateShape, (params, id) => {
    const customer = need(state.customers, id, 'customer')
    const method = params.invoice_settings?.default_payment_method
    if (method && state.paymentMethods.get(method)?.customer !== id)
      throw missing('payment method', method, 'invoice_settings[default_payment_method]')
    changeCustomer(world, customer, changeOf(params, customer.metadata))
    return customer
  })
  api.delete('customers/:id', z.strictObject({}), (_params, id) => {
    const customer = need(state.customers, id, 'customer')
    for (const one of state.subscriptions.values())
      if (one.customer === id && !isOver(one)) cancelNow(world, one, { isProrated: false, isInvoiced: false })
    return removeCustomer(world, customer)
  })
  paymentMethodRoutes(api, world)
  setupRoutes(api, world)
}

function changeOf(params: z.output<typeof updateShape>, old: Record<string, string> | null): CustomerChange {
  const { address: place, invoice_settings: settings, metadata: given, ...others } = params
  const { balance, description, email, name, phone, preferred_locales: locales, tax_exempt: exempt } = others
  const full = place && { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...defined(place) }
  return {
    ...defined({ balance, description, email, name, phone }),
    ...(locales && { preferred_locales: locales }),
    ...(exempt !== undefined && { tax_exempt: exempt ?? 'none' }),
    ...(full !== undefined && { address: full }),
    ...(given !== undefined && { metadata: mergeMetadata(old, given) }),
    ...(settings?.default_payment_method !== undefined && { defaultPaymentMethod: settings.default_payment_method }),
  }
}

/** Without the fields that were not given. */
function defined<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const given: { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } = {}
  Object.assign(given, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))
  return given
}

const cardShape = z.strictObject({
  number: optional(text),
  exp_month: optional(int),
  exp_year: optional(int),
  cvc: optional(text),
  token: optional(text),
})

function paymentMethodRoutes(api: Api, world: StripeWorld): void {
  const { state } = world
  const createMethod = z.strictObject({
    type: z.literal('card'),
    card: cardShape,
    billing_details: unused,
    metadata: optional(metadata),
    ...expandable,
  })
  api.post('payment_methods', createMethod, ({ card, metadata: given }) => {
    const number = card.number ?? namedCards[`pm_card_${(card.token ?? '').replace(/^tok_/, '')}`]
    if (number === undefined) throw invalidRequest('Missing required param: card[number].', 'card[number]', 'parameter_missing')
    const method = addCard(world, {
      number,
      ...(card.exp_month !== undefined && { expMonth: card.exp_month }),
      ...(card.exp_year !== undefined && { expYear: card.exp_year }),
    })
    method.metadata = given ?? {}
    return method
  })
  api.get('payment_methods/:id', z.strictObject(expandable), (_params, id) => need(state.paymentMethods, id, 'payment method'))
  const list = z.strictObject({ ...paging, customer: optional(text), type: optional(text) })
  api.get('payment_methods', list, ({ customer, type: _type, ...page }) =>
    pageOf(
      [...state.paymentMethods.values()].filter(one => one.customer !== null && (customer ?? one.customer) === one.customer),
      page,
      '/v1/payment_methods',
    ),
  )
  api.get('customers/:id/payment_methods', z.strictObject({ ...paging, type: optional(text) }), ({ type: _type, ...page }, id) =>
    pageOf(
      [...state.paymentMethods.values()].filter(one => one.customer === id),
      page,
      `/v1/customers/${id}/payment_methods`,
    ),
  )
  api.post('payment_methods/:id/attach', z.strictObject({ customer: text, ...expandable }), ({ customer }, id) => {
    need(state.customers, customer, 'customer', 'customer')
    const method = methodOf(world, id)
    attach(world, method, customer)
    return method
  })
  api.post('payment_methods/:id/detach', z.strictObject(expandable), (_params, id) => {
    const method = need(state.paymentMethods, id, 'payment method')
    if (method.customer === null)
      throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
    detach(world, method)
    return method
  })
}

/** Also takes Stripe's named test cards, like pm_card_visa. */
export function methodOf(world: StripeWorld, id: string) {
  const number = namedCards[id]
  return number === undefined ? need(world.state.paymentMethods, id, 'payment method', 'payment_method') : addCard(world, { number })
}

function setupRoutes(api: Api, world: StripeWorld): void {
  const { state } = world
  const create = z.strictObject({
    customer: optional(text),
    payment_method: optional(text),
    confirm: optional(bool),
    usage: unused,
    automatic_payment_methods: unused,
    payment_method_types: unused,
    return_url: unused,
    metadata: optional(metadata),
    ...expandable,
  })
  const confirm = (id: string, given: string | undefined) => {
    const setup = need(state.setupIntents, id, 'setupintent')
    const method = given ?? (typeof setup.payment_method === 'string' ? setup.payment_method : undefined)
    if (method === undefined) throw invalidRequest('You must provide a payment method to confirm.', 'payment_method', 'parameter_missing')
    const outcome = confirmSetup(world, setup, methodOf(world, method).id)
    if (outcome.kind === 'declined') throw cardFailure(outcome.decline, { setup_intent: setup })
    return setup
  }
  api.post('setup_intents', create, params => {
    if (params.customer !== undefined) need(state.customers, params.customer, 'customer', 'customer')
    const method = params.payment_method === undefined ? null : methodOf(world, params.payment_method).id
    const setup = addSetup(world, params.customer ?? null, method, params.metadata)
    return params.confirm ? confirm(setup.id, undefined) : setup
  })
  api.get('setup_intents/:id', z.strictObject({ client_secret: unused, ...expandable }), (_params, id) =>
    need(state.setupIntents, id, 'setupintent'),
  )
  api.get('setup_intents', z.strictObject({ ...paging, customer: optional(text) }), ({ customer, ...page }) =>
    pageOf(
      [...state.setupIntents.values()].filter(one => (customer ?? one.customer) === one.customer),
      page,
      '/v1/setup_intents',
    ),
  )
  api.post(
    'setup_intents/:id/confirm',
    z.strictObject({ payment_method: optional(text), return_url: unused, ...expandable }),
    (params, id) => confirm(id, params.payment_method),
  )
}
