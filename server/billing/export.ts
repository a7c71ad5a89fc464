// Lists the tables with a user's usage, subscriptions and invoices that a data export includes.
import { type ExportPart, rowsPart } from '../foundation/db/export-rows.ts'

const owner = 'owner_id'

export const billingExport: ExportPart[] = [
  rowsPart('usage', 'usage', { key: ['month'], owner }),
  rowsPart('subscriptions', 'subscriptions', { key: ['id'], owner }),
  rowsPart('invoices', 'invoices', { key: ['id'], owner }),
  rowsPart('customers', 'billing_customers', { key: ['provider'], owner }),
  // Where one may still pay is left out, because anybody with the link could.
  rowsPart('payments', 'billing_intents', { key: ['id'], owner, omit: ['url'] }),
]
