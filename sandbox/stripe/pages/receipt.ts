// The page of a receipt: which payment was made, with which card, and what was given back.
import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import type { StripeWorld } from '../world.ts'
import { showDate, showMoney } from './amounts.ts'
import { html } from './html.ts'
import { type HostedPage, sendHosted, sendNotice } from './layout.ts'
import { idOf } from './requests.ts'

export function receiptRoutes(app: FastifyInstance, world: StripeWorld): void {
  app.get('/receipts/:id', (request, reply) => {
    const charge = world.state.charges.get(idOf(request))
    return charge?.paid
      ? sendHosted(reply, receiptPage(world, charge))
      : sendNotice(reply, 'There’s no such receipt', 'Check the link, or open the invoice from your subscription.', null, 404)
  })
}

function receiptPage({ state }: StripeWorld, charge: Stripe.Charge): HostedPage {
  const { id, amount, amount_refunded: refunded, currency, created, payment_method_details: method } = charge
  const paidFor = state.money.find(entry => entry.charge === id && entry.kind === 'charge')?.invoice
  const invoice = state.invoices.get(paidFor ?? '')
  const card = method?.card?.last4
  return {
    title: 'Receipt',
    body: html`<section class="card">
      <p class="state">Paid</p>
      <h1>Receipt for ${showMoney(amount, currency)}</h1>
      <dl class="facts">
        <dt>Paid on</dt><dd>${showDate(created)}</dd>
        ${card ? html`<dt>Card</dt><dd>ending in ${card}</dd>` : null}
        ${refunded > 0 ? html`<dt>Refunded</dt><dd>${showMoney(refunded, currency)}</dd>` : null}
      </dl>
      ${invoice ? html`<p><a class="button" href="/i/${invoice.id}">Invoice ${invoice.number}</a></p>` : null}
    </section>`,
  }
}
