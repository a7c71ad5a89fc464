// Routes of payment intents, charges, refunds, and disputes.
import { z } from 'zod/mini'
import { collect } from '../invoicing/collect.ts'
import { idOrNull } from '../objects/ref.ts'
import { addIntent, cancelIntent, chargeIntent, invoiceOfIntent } from '../payments/charge.ts'
import { closeDispute, refund } from '../payments/refund.ts'
import type { Api } from '../wire/api.ts'
import { cardFailure, invalidRequest, need } from '../wire/failure.ts'
import { isWithin, pageOf } from '../wire/list.ts'
import { bool, emptyable, expandable, int, metadata, optional, paging, range, text, unused } from '../wire/params.ts'
import type { StripeWorld } from '../world.ts'
import { methodOf } from './customers.ts'

const byCustomer = z.strictObject({
  ...paging,
  customer: optional(text),
  created: optional(range),
  payment_intent: optional(text),
  charge: optional(text),
})

export function paymentRoutes(api: Api, world: StripeWorld): void {
  const { charges, disputes, refunds } = world.state
  intentRoutes(api, world)
  api.get('charges/:id', z.strictObject(expandable), (_params, id) => need(charges, id, 'charge'))
  api.get('charges', byCustomer, ({ customer, created, payment_intent: intent, charge: _charge, ...page }) =>
    pageOf(
      [...charges.values()].filter(
        one =>
          (customer ?? one.customer) === one.customer &&
          (intent ?? one.payment_intent) === one.payment_intent &&
          isWithin(one.created, created),
      ),
      page,
      '/v1/charges',
    ),
  )
  const create = z.strictObject({
    amount: optional(int),
    charge: optional(text),
    payment_intent: optional(text),
    reason: optional(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])),
    metadata: optional(emptyable(metadata)),
    ...expandable,
  })
  api.post('refunds', create, params => {
    const intent =
      params.payment_intent === undefined
        ? null
        : need(world.state.paymentIntents, params.payment_intent, 'payment_intent', 'payment_intent')
    const charge = params.charge ?? idOrNull(intent?.latest_charge)
    if (charge === null)
      throw intent
        ? invalidRequest('This PaymentIntent does not have a successful charge to refund.', 'payment_intent')
        : invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
    return refund(world, { charge, amount: params.amount ?? null, reason: params.reason ?? null, metadata: params.metadata ?? {} })
  })
  api.get('refunds/:id', z.strictObject(expandable), (_params, id) => need(refunds, id, 'refund'))
  api.get('refunds', byCustomer, ({ created, payment_intent: intent, charge, customer: _customer, ...page }) =>
    pageOf(
      [...refunds.values()].filter(
        one =>
          (charge ?? one.charge) === one.charge && (intent ?? one.payment_intent) === one.payment_intent && isWithin(one.created, created),
      ),
      page,
      '/v1/refunds',
    ),
  )
  api.get('disputes/:id', z.strictObject(expandable), (_params, id) => need(disputes, id, 'dispute'))
  api.get('disputes', byCustomer, ({ created, charge, payment_intent: intent, customer: _customer, ...page }) =>
    pageOf(
      [...disputes.values()].filter(
        one =>
          (charge ?? one.charge) === one.charge && (intent ?? one.payment_intent) === one.payment_intent && isWithin(one.created, created),
      ),
      page,
      '/v1/disputes',
    ),
  )
  api.post('disputes/:id/close', z.strictObject(expandable), (_params, id) => closeDispute(world, id, 'lost'))
}

function intentRoutes(api: Api, world: StripeWorld): void {
  const { paymentIntents } = world.state
  const find = (id: string) => need(paymentIntents, id, 'payment_intent')
  const confirm = (id: string, given: string | undefined) => {
    const intent = find(id)
    const method = given ?? idOrNull(intent.payment_method) ?? undefined
    if (method === undefined)
      throw invalidRequest(
        'You cannot confirm this PaymentIntent because it’s missing a payment method.',
        'payment_method',
        'payment_intent_unexpected_state',
      )
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw invalidRequest(
        `This PaymentIntent's status is ${intent.status}, so it can't be confirmed.`,
        undefined,
        'payment_intent_unexpected_state',
      )
    const invoice = invoiceOfIntent(world, id)
    const used = methodOf(world, method).id
    const outcome = invoice ? collect(world, invoice, used, 'by_hand') : chargeIntent(world, intent, used)
    if (outcome.kind === 'declined') throw cardFailure(outcome.decline, { payment_intent: intent })
    return intent
  }
  const create = z.strictObject({
    amount: int,
    currency: text,
    customer: optional(text),
    confirm: optional(bool),
    description: optional(text),
    metadata: optional(metadata),
    off_session: unused,
    payment_method: optional(text),
    payment_method_types: unused,
    automatic_payment_methods: unused,
    return_url: unused,
    setup_future_usage: unused,
    receipt_email: unused,
    ...expandable,
  })
  api.post('payment_intents', create, params => {
    if (params.amount < 1) throw invalidRequest('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
    if (params.customer !== undefined) need(world.state.customers, params.customer, 'customer', 'customer')
    const intent = addIntent(world, {
      customer: params.customer ?? null,
      amount: params.amount,
      currency: params.currency.toLowerCase(),
      description: params.description ?? null,
      method: params.payment_method === undefined ? null : methodOf(world, params.payment_method).id,
      metadata: params.metadata ?? {},
    })
    return params.confirm ? confirm(intent.id, undefined) : intent
  })
  api.get('payment_intents/:id', z.strictObject({ client_secret: unused, ...expandable }), (_params, id) => find(id))
  api.get('payment_intents', byCustomer, ({ customer, created, payment_intent: _intent, charge: _charge, ...page }) =>
    pageOf(
      [...paymentIntents.values()].filter(one => (customer ?? one.customer) === one.customer && isWithin(one.created, created)),
      page,
      '/v1/payment_intents',
    ),
  )
  const confirmShape = z.strictObject({ payment_method: optional(text), return_url: unused, off_session: unused, ...expandable })
  api.post('payment_intents/:id/confirm', confirmShape, (params, id) => confirm(id, params.payment_method))
  api.post('payment_intents/:id/cancel', z.strictObject({ cancellation_reason: optional(text), ...expandable }), (params, id) => {
    const intent = find(id)
    cancelIntent(world, intent, params.cancellation_reason ?? 'requested_by_customer')
    return intent
  })
}
