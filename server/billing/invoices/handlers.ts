// Handles requests for invoices: a user's own with their files, and for administrators all of them, with payments and refunds.
import type * as api from '../../../core/api/billing.ts'
import { ownerOf } from '../../../core/plans/subscription.ts'
import { formatMoney } from '../../../core/text/money.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Download } from '../../foundation/http/download.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { AuthenticatedRequest, UserHandler } from '../../foundation/http/route.ts'
import { requestLanguage } from '../../foundation/words.ts'
import { refreshOwner, runIntent } from '../subscription/changes.ts'
import { type BillingDeps, callProvider, requirePayments } from '../subscription/payments.ts'
import { findInvoice, listAllInvoices } from './owners.ts'
import { type InvoiceCursor, type InvoiceRow, listInvoices, readInvoice } from './store.ts'
import { readInvoiceCursor, toAdminInvoice, toInvoice, writeInvoiceCursor } from './views.ts'

export interface InvoiceHandlers {
  list: UserHandler<typeof api.listInvoicesApi>
  download(request: AuthenticatedRequest<typeof api.downloadInvoiceApi>): Promise<Download>
  listAll: UserHandler<typeof api.listAdminInvoicesApi>
  markPaid: UserHandler<typeof api.markPaidApi>
  refund: UserHandler<typeof api.refundInvoiceApi>
}

export function invoiceHandlers(deps: BillingDeps): InvoiceHandlers {
  const { db, say } = deps
  return {
    async list({ userId, query }) {
      const rows = await listInvoices(db, ownerOf(userId), { before: readBefore(deps, query.cursor), limit: query.limit })
      return { items: rows.slice(0, query.limit).map(toInvoice), next: nextOf(rows, query.limit) }
    },
    async download({ userId, params }) {
      const row = await readInvoice(db, ownerOf(userId), params.id)
      if (!row) throw unknown(deps)
      const file = await callProvider(deps, () => requirePayments(deps).provider.readInvoiceFile(row.invoice_ref))
      if (!file) throw new HttpError(404, 'no_file', say('invoice.noFile'))
      const { type, bytes } = file
      return { type, name: file.name.replace(/[^\w.-]/g, '_'), sizeBytes: bytes.length, bytes: inOneChunk(bytes) }
    },
    async listAll({ query }) {
      const { limit, state, ownerId } = query
      const rows = await listAllInvoices(db, { before: readBefore(deps, query.cursor), limit, state, ownerId })
      return { items: rows.slice(0, limit).map(toAdminInvoice), next: nextOf(rows, limit) }
    },
    markPaid: caller => markPaid(deps, caller),
    refund: caller => refund(deps, caller),
  }
}

async function markPaid(deps: BillingDeps, caller: AuthenticatedRequest<typeof api.markPaidApi>) {
  const payments = requirePayments(deps)
  const { reference, reason } = caller.body
  const before = await readAny(deps, caller.params.id)
  const { markPaid: mark } = payments
  if (!mark || before.provider !== payments.provider.name) throw new HttpError(409, 'not_by_hand', deps.say('invoice.notByHand'))
  const record = (tx: Tx) =>
    deps.recordStaff(tx, caller, {
      ...{ name: 'invoice.marked_paid', resourceType: 'subscription', resourceId: before.owner_id, reason },
      before: amountsOf(before),
      after: { ...amountsOf(before), state: 'paid', paid: before.total, reference },
    })
  await callProvider(deps, () => mark({ invoiceRef: before.invoice_ref, reference, by: caller.userId, record }))
  await refreshOwner(deps, payments, before.owner_id)
  return toAdminInvoice(await readAny(deps, before.id))
}

async function refund(deps: BillingDeps, caller: AuthenticatedRequest<typeof api.refundInvoiceApi>) {
  const payments = requirePayments(deps)
  const { amount, reason } = caller.body
  const before = await readAny(deps, caller.params.id)
  const most = { amount: before.paid - before.refunded, currency: before.currency }
  if (amount > most.amount)
    throw new HttpError(422, 'refund_too_much', deps.say('refund.tooMuch', { amount: formatMoney(most, requestLanguage()) }))
  const request = { invoiceRef: before.invoice_ref, amount, reason, refunded: before.refunded }
  const { provider } = payments
  const money = { amount, currency: before.currency }
  const record = (tx: Tx, intentId: string) =>
    deps.recordStaff(tx, caller, {
      ...{ name: 'invoice.refunded', resourceType: 'subscription', resourceId: before.owner_id, reason },
      before: amountsOf(before),
      after: { ...amountsOf(before), refunded: before.refunded + amount, intentId },
    })
  await runIntent(deps, before.owner_id, { provider: provider.name, kind: 'refund', request, now: deps.now(), record }, key =>
    provider.refund({ invoiceRef: before.invoice_ref, amount: money, reason, key }),
  )
  await refreshOwner(deps, payments, before.owner_id)
  return toAdminInvoice(await readAny(deps, before.id))
}

async function readAny(deps: BillingDeps, id: string): Promise<InvoiceRow> {
  const row = await findInvoice(deps.db, id)
  if (!row) throw unknown(deps)
  return row
}

const amountsOf = ({ id: invoiceId, state, currency, total, paid, refunded }: InvoiceRow) => ({
  invoiceId,
  state,
  currency,
  total,
  paid,
  refunded,
})

const unknown = ({ say }: BillingDeps): HttpError => new HttpError(404, 'invoice_unknown', say('invoice.unknown'))

function readBefore({ say }: BillingDeps, cursor: string | undefined): InvoiceCursor | null {
  if (cursor === undefined) return null
  const before = readInvoiceCursor(cursor)
  if (!before) throw new HttpError(400, 'cursor_wrong', say('cursor'))
  return before
}

function nextOf(rows: InvoiceRow[], limit: number): string | null {
  const last = rows[limit - 1]
  return rows.length > limit && last ? writeInvoiceCursor(last) : null
}

async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
