// Lists the tables with a user's usage, subscriptions and invoices that a data export includes.
import { type ExportPart, rowsPart } from '../foundation/db/export-rows.ts'

const owner = 'owner_id'

export const billingExport: ExportPart[] = [
  rowsPart('usage', 'usage', { key: ['month'], owner }),
  rowsPart('subscriptions', 'subscriptions', { key: ['id'], owner }),
  // Who on the staff gave or ended a plan is no data of the user.
  rowsPart('plan_gifts', 'plan_grants', { key: ['id'], owner, omit: ['given_by', 'ended_by'] }),
  rowsPart('payment_notices', 'billing_notices', { key: ['id'], owner }),
  rowsPart('subscription_changes', 'subscription_changes', { key: ['id'], owner }),
  rowsPart('invoices', 'invoices', { key: ['id'], owner }),
  rowsPart('customers', 'billing_customers', { key: ['provider'], owner }),
  // The payment link is left out, because anybody who has it could use it.
  rowsPart('payments', 'billing_intents', { key: ['id'], owner, omit: ['url'] }),
]
