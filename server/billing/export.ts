// Lists the tables with a user's usage, subscriptions and invoices that a data export includes.
import { type ExportPart, rowsPart } from '../foundation/db/export-rows.ts'

const owner = 'owner_id'

export const billingExport: ExportPart[] = [
  rowsPart('usage', 'usage', { key: ['month'], owner }),
  rowsPart('subscriptions', 'subscriptions', { key: ['id'], owner }),
  rowsPart('invoices', 'invoices', { key: ['id'], owner }),
  rowsPart('customers', 'billing_customers', { key: ['provider'], owner }),
  // The payment link is left out, because anybody who has it could use it.
  rowsPart('payments', 'billing_intents', { key: ['id'], owner, omit: ['url'] }),
]
