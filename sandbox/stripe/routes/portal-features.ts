// Reads which features of the customer portal are on.
import type Stripe from 'stripe'
import { z } from 'zod/mini'
import { bool, emptyable, int, optional, text, unused } from '../wire/params.ts'

const proration = z.enum(['always_invoice', 'create_prorations', 'none'])
const productShape = z.strictObject({ product: text, prices: z.array(text), adjustable_quantity: unused })

export const featuresShape = z.strictObject({
  customer_update: optional(z.strictObject({ enabled: optional(bool), allowed_updates: optional(emptyable(z.array(text))) })),
  invoice_history: optional(z.strictObject({ enabled: bool })),
  payment_method_update: optional(z.strictObject({ enabled: bool, payment_method_configuration: unused })),
  subscription_cancel: optional(
    z.strictObject({
      enabled: optional(bool),
      mode: optional(z.enum(['at_period_end', 'immediately'])),
      proration_behavior: optional(proration),
      cancellation_reason: optional(
        z.strictObject({ enabled: bool, options: optional(emptyable(z.array(text))), feedback_options: unused }),
      ),
    }),
  ),
  subscription_pause: unused,
  subscription_update: optional(
    z.strictObject({
      enabled: optional(bool),
      billing_cycle_anchor: optional(text),
      default_allowed_updates: optional(emptyable(z.array(text))),
      products: optional(emptyable(z.array(productShape))),
      proration_behavior: optional(proration),
      schedule_at_period_end: unused,
      trial_update_behavior: optional(text),
      quantity: optional(int),
    }),
  ),
})

/** `base`: what holds where nothing is given. */
export function featuresOf(
  given: z.output<typeof featuresShape>,
  base: Stripe.BillingPortal.Configuration.Features,
): Stripe.BillingPortal.Configuration.Features {
  const { customer_update: customer, subscription_cancel: cancel, subscription_update: update } = given
  return {
    customer_update: {
      allowed_updates: customer?.allowed_updates ?? base.customer_update.allowed_updates,
      enabled: customer?.enabled ?? base.customer_update.enabled,
    },
    invoice_history: { enabled: given.invoice_history?.enabled ?? base.invoice_history.enabled },
    payment_method_update: {
      enabled: given.payment_method_update?.enabled ?? base.payment_method_update.enabled,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason: {
        enabled: cancel?.cancellation_reason?.enabled ?? base.subscription_cancel.cancellation_reason.enabled,
        feedback_options: null,
        options: cancel?.cancellation_reason?.options ?? base.subscription_cancel.cancellation_reason.options,
      },
      enabled: cancel?.enabled ?? base.subscription_cancel.enabled,
      mode: cancel?.mode ?? base.subscription_cancel.mode,
      proration_behavior: cancel?.proration_behavior ?? base.subscription_cancel.proration_behavior,
    },
    subscription_pause: base.subscription_pause,
    subscription_update: {
      ...base.subscription_update,
      enabled: update?.enabled ?? base.subscription_update.enabled,
      default_allowed_updates: update?.default_allowed_updates ?? base.subscription_update.default_allowed_updates,
      products: update?.products ? update.products.map(productOf) : (base.subscription_update.products ?? null),
      proration_behavior: update?.proration_behavior ?? base.subscription_update.proration_behavior,
    },
  }
}

const productOf = ({ product, prices }: z.output<typeof productShape>) => ({
  adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
  prices,
  product,
})
