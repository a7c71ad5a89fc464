// The page of an invoice, where it is read, paid, and confirmed at the bank.
import type Stripe from 'stripe'
import { idOf, idOrNull } from '../../objects/ref.ts'
import type { StripeWorld } from '../../world.ts'
import { showMoney } from '../amounts.ts'
import { cardFields, cardTable } from '../card-fields.ts'
import type { FormDraft } from '../drafts.ts'
import { type Html, html } from '../html.ts'
import { type HostedPage, problemBox } from '../layout.ts'
import { summarizeInvoice } from './summary.ts'

export function invoicePage(world: StripeWorld, invoice: Stripe.Invoice, draft: FormDraft): HostedPage {
  const { title, state, facts, lines, sums } = summarizeInvoice(world, invoice)
  return {
    title,
    problem: draft.problem,
    body: html`<section class="card">
      <p class="state">${state}</p>
      <h1>${title}</h1>
      <dl class="facts">${facts.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      <table>
        <thead><tr><th scope="col">Description</th><th scope="col" class="amount">Amount</th></tr></thead>
        <tbody>${lines.map(
          line =>
            html`<tr><td>${line.text}<br><span class="soft small">${line.period}</span></td><td class="amount">${line.amount}</td></tr>`,
        )}</tbody>
      </table>
      <dl class="sums">${sums.map(
        ({ name, amount, isTotal }) => html`<div ${isTotal ? html`class="total"` : null}><dt>${name}</dt><dd>${amount}</dd></div>`,
      )}</dl>
      <p><a class="button" href="/i/${invoice.id}/pdf">Download as PDF</a></p>
    </section>
    ${invoice.status === 'open' ? paySection(world, invoice, draft) : null}`,
  }
}

function paySection(world: StripeWorld, invoice: Stripe.Invoice, draft: FormDraft): Html {
  const waiting = intentToConfirm(world, invoice)
  const saved = savedCard(world, invoice)
  const amount = showMoney(invoice.amount_remaining, invoice.currency)
  return html`<section class="card" aria-labelledby="pay-title">
    <h2 id="pay-title">Pay ${amount}</h2>
    ${problemBox(draft.problem)}
    ${
      waiting
        ? html`<p>Your bank asks you to confirm this payment.</p>
    <p><a class="button primary" href="/3ds/${waiting}?back=/i/${invoice.id}">Confirm with your bank</a></p>`
        : null
    }
    ${
      saved && !waiting
        ? html`<form method="post" action="/i/${invoice.id}">
      <button class="primary" name="use" value="saved">Pay ${amount} with the saved card ending in ${saved}</button>
    </form>`
        : null
    }
    <h3>${saved || waiting ? 'Or pay with another card' : 'Pay by card'}</h3>
    <form method="post" action="/i/${invoice.id}">
      ${cardFields(draft.problem !== null)}
      <button class="${saved || waiting ? '' : 'primary'}">Pay ${amount}</button>
    </form>
    ${cardTable(false)}
  </section>`
}

/** The payment intent of the invoice that waits for the bank. */
export function intentToConfirm({ state }: StripeWorld, invoice: Stripe.Invoice): string | null {
  for (const { invoice: paid, payment } of state.invoicePayments.values()) {
    if (idOf(paid) !== invoice.id) continue
    const id = idOrNull(payment.payment_intent)
    if (id && state.paymentIntents.get(id)?.status === 'requires_action') return id
  }
  return null
}

/** The last four digits of the customer's default card. */
function savedCard({ state }: StripeWorld, invoice: Stripe.Invoice): string | null {
  const customer = state.customers.get(idOrNull(invoice.customer) ?? '')
  const method = customer?.invoice_settings.default_payment_method
  return state.paymentMethods.get(idOrNull(method) ?? '')?.card?.last4 ?? null
}
