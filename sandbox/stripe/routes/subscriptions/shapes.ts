// The parameters that routes of subscriptions, schedules and previews share.
import { z } from 'zod/mini'
import { unused } from '../../wire/params.ts'

export const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']), billing_cycle_anchor: unused }),
})
export const paymentBehavior = z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
export const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none'])
