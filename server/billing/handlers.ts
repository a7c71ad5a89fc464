// Lists the handlers of plans, subscriptions and payments.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type InvoiceHandlers, invoiceHandlers } from './invoices/handlers.ts'
import { type PlanHandlers, planHandlers } from './plans/handlers.ts'
import { type SubscriptionHandlers, subscriptionHandlers } from './subscription/handlers.ts'
import type { BillingDeps } from './subscription/payments.ts'

export type ReceiveWebhook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export interface BillingHandlers extends SubscriptionHandlers {
  invoices: InvoiceHandlers
  administration: PlanHandlers
  /** Null unless Stripe takes the payments. */
  receiveStripe: ReceiveWebhook | null
}

export const billingHandlers = (deps: BillingDeps, receiveStripe: ReceiveWebhook | null): BillingHandlers => ({
  ...subscriptionHandlers(deps),
  invoices: invoiceHandlers(deps),
  administration: planHandlers(deps),
  receiveStripe,
})
