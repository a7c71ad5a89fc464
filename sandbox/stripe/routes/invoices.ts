// Routes of invoices: list, preview, finalize, pay, void, and their payments and lines.
import type Stripe from 'stripe'
import { z } from 'zod/mini'
import { expirePendingUpdate } from '../billing/change.ts'
import { nothingUpcoming, previewChange, previewNew, upcomingInvoice } from '../billing/preview.ts'
import { notesOf } from '../billing/state.ts'
import { emit } from '../events.ts'
import {
  collect,
  finalizeInvoice,
  intentOf,
  markPaid,
  markUncollectible,
  methodFor,
  subscriptionOf,
  voidInvoice,
} from '../invoicing/collect.ts'
import { mergeMetadata } from '../objects/customer.ts'
import type { Api } from '../wire/api.ts'
import { cardFailure, invalidRequest, need, StripeFailure } from '../wire/failure.ts'
import { isWithin, pageOf } from '../wire/list.ts'
import { bool, emptyable, expandable, int, metadata, optional, paging, range, text, unused } from '../wire/params.ts'
import type { StripeWorld } from '../world.ts'
import { methodOf } from './customers.ts'
import { discountsShape, readDiscounts } from './discounts.ts'
import { prorationBehavior } from './subscriptions/shapes.ts'
import { itemChangeShape, readItemChange } from './subscriptions/updates.ts'

export function invoiceRoutes(api: Api, world: StripeWorld): void {
  const { invoices } = world.state
  const find = (id: string) => need(invoices, id, 'invoice')
  previewRoute(api, world)
  api.get('invoices/:id', z.strictObject(expandable), (_params, id) => find(id))
  const list = z.strictObject({
    ...paging,
    collection_method: optional(text),
    created: optional(range),
    customer: optional(text),
    status: optional(text),
    subscription: optional(text),
  })
  api.get('invoices', list, ({ created, customer, status, subscription, ...page }) => {
    const found = [...invoices.values()].filter(
      one =>
        isWithin(one.created, created) &&
        (customer ?? one.customer) === one.customer &&
        (status ?? one.status) === one.status &&
        (subscription ?? subscriptionOf(one)) === subscriptionOf(one),
    )
    return pageOf(found, page, '/v1/invoices')
  })
  api.post(
    'invoices/:id',
    z.strictObject({ metadata: optional(emptyable(metadata)), description: optional(text), auto_advance: optional(bool), ...expandable }),
    (params, id) => {
      const invoice = find(id)
      if (params.metadata !== undefined) invoice.metadata = mergeMetadata(invoice.metadata, params.metadata)
      invoice.description = params.description ?? invoice.description
      invoice.auto_advance = params.auto_advance ?? invoice.auto_advance ?? false
      emit(world, 'invoice.updated', invoice)
      return invoice
    },
  )
  api.get('invoices/:id/lines', z.strictObject(paging), (page, id) =>
    pageOf([...find(id).lines.data].reverse(), page, `/v1/invoices/${id}/lines`),
  )
  stepRoutes(api, world, find)
  const payments = z.strictObject({ ...paging, invoice: optional(text), status: optional(text), payment: unused, created: optional(range) })
  api.get('invoice_payments', payments, ({ invoice, status, created, ...page }) => {
    const found = [...world.state.invoicePayments.values()].filter(
      one => (invoice ?? one.invoice) === one.invoice && (status ?? one.status) === one.status && isWithin(one.created, created),
    )
    return pageOf(found, page, '/v1/invoice_payments')
  })
  api.get('invoice_payments/:id', z.strictObject(expandable), (_params, id) => need(world.state.invoicePayments, id, 'invoice payment'))
}

const refuseUnless = (invoice: Stripe.Invoice, statuses: string[], verb: string): void => {
  if (!statuses.includes(invoice.status ?? ''))
    throw invalidRequest(
      `This invoice is ${invoice.status}: it can’t be ${verb}.`,
      undefined,
      invoice.status === 'draft' ? undefined : 'invoice_not_editable',
    )
}

function stepRoutes(api: Api, world: StripeWorld, find: (id: string) => Stripe.Invoice): void {
  api.post('invoices/:id/finalize', z.strictObject({ auto_advance: optional(bool), ...expandable }), (params, id) => {
    const invoice = find(id)
    refuseUnless(invoice, ['draft'], 'finalized')
    invoice.auto_advance = params.auto_advance ?? invoice.auto_advance ?? false
    finalizeInvoice(world, invoice)
    return invoice
  })
  const pay = z.strictObject({
    payment_method: optional(text),
    paid_out_of_band: optional(bool),
    off_session: unused,
    forgive: unused,
    ...expandable,
  })
  api.post('invoices/:id/pay', pay, (params, id) => {
    const invoice = find(id)
    if (invoice.status === 'draft') finalizeInvoice(world, invoice)
    if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid')
    refuseUnless(invoice, ['open', 'uncollectible'], 'paid')
    invoice.status = 'open'
    if (params.paid_out_of_band) markPaid(world, invoice, true)
    else payByApi(world, invoice, params.payment_method)
    return invoice
  })
  api.post('invoices/:id/void', z.strictObject(expandable), (_params, id) => {
    const invoice = find(id)
    refuseUnless(invoice, ['open', 'uncollectible'], 'voided')
    voidInvoice(world, invoice)
    const subscription = world.state.subscriptions.get(subscriptionOf(invoice) ?? '')
    if (subscription && notesOf(world, subscription).pendingInvoice === id) expirePendingUpdate(world, subscription)
    return invoice
  })
  api.post('invoices/:id/mark_uncollectible', z.strictObject(expandable), (_params, id) => {
    const invoice = find(id)
    refuseUnless(invoice, ['open', 'draft'], 'marked uncollectible')
    markUncollectible(world, invoice)
    return invoice
  })
}

function payByApi(world: StripeWorld, invoice: Stripe.Invoice, given: string | undefined): void {
  const method = given === undefined ? methodFor(world, invoice) : methodOf(world, given).id
  const outcome = collect(world, invoice, method, 'by_hand')
  const intent = intentOf(world, invoice)
  if (outcome.kind === 'declined') throw cardFailure(outcome.decline, intent ? { payment_intent: intent } : {})
  if (outcome.kind === 'confirm')
    throw new StripeFailure(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message: 'This payment requires additional user action before it can be completed successfully.',
      ...(intent && { payment_intent: intent }),
    })
}

const detailsShape = z.strictObject({
  billing_cycle_anchor: optional(z.union([z.enum(['now', 'unchanged']), z.strictObject({ type: z.enum(['now', 'unchanged']) })])),
  items: optional(z.array(itemChangeShape)),
  proration_behavior: optional(prorationBehavior),
  proration_date: optional(int),
  trial_end: optional(z.union([z.literal('now'), int])),
  metadata: unused,
})

function previewRoute(api: Api, world: StripeWorld): void {
  const shape = z.strictObject({
    automatic_tax: unused,
    currency: optional(text),
    customer: optional(text),
    discounts: optional(emptyable(discountsShape)),
    subscription: optional(text),
    subscription_details: optional(detailsShape),
    preview_mode: unused,
    ...expandable,
  })
  api.post('invoices/create_preview', shape, params => {
    const details = params.subscription_details
    if (params.subscription === undefined) {
      const customer = need(world.state.customers, params.customer ?? '', 'customer', 'customer').id
      const items = (details?.items ?? []).map(item => ({ price: item.price ?? '', quantity: item.quantity ?? 1 }))
      const coupons = readDiscounts(world, params.discounts ?? [], customer).map(one => one.coupon)
      if (items.length === 0)
        throw invalidRequest('Missing required param: subscription_details[items].', 'subscription_details[items]', 'parameter_missing')
      return previewNew(world, { customer, items, coupons })
    }
    const subscription = need(world.state.subscriptions, params.subscription, 'subscription', 'subscription')
    const anchor = details?.billing_cycle_anchor
    const resetsAnchor = (typeof anchor === 'object' ? anchor.type : anchor) === 'now'
    if (!details?.items?.length && details?.trial_end === undefined && !resetsAnchor) return upcoming(world, subscription)
    return previewChange(world, subscription, {
      items: (details?.items ?? []).map(readItemChange),
      prorationBehavior: details?.proration_behavior ?? 'create_prorations',
      prorationDate: details?.proration_date ?? null,
      trialEnd: details?.trial_end ?? null,
      resetsAnchor,
    })
  })
}

function upcoming(world: StripeWorld, subscription: Stripe.Subscription): Stripe.Invoice {
  const invoice = upcomingInvoice(world, subscription)
  if (!invoice) throw nothingUpcoming(subscription)
  return invoice
}
