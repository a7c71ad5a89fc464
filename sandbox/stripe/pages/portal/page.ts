// The customer portal: plan, card and invoices of a customer, as far as its configuration allows.
import type Stripe from 'stripe'
import { idOf } from '../../objects/ref.ts'
import type { StripeWorld } from '../../world.ts'
import { showDate, showMoney, showPrice } from '../amounts.ts'
import { cardFields, cardTable } from '../card-fields.ts'
import type { FormDraft } from '../drafts.ts'
import { type Html, html } from '../html.ts'
import { type HostedPage, problemBox } from '../layout.ts'
import { type PortalView, priceOf } from './view.ts'

export function portalPage(world: StripeWorld, view: PortalView, draft: FormDraft): HostedPage {
  const { session, customer, features } = view
  const path = `/p/session/${session.id}`
  return {
    title: 'Your subscription',
    problem: draft.problem,
    back: session.return_url === null ? null : { url: session.return_url, text: '← Back' },
    body: html`<h1>Your subscription</h1>
    <p class="soft">${customer.email ?? customer.name ?? ''}</p>
    ${problemBox(draft.problem)}
    ${view.subscriptions.length === 0 ? html`<section class="card"><p>You have no subscription.</p></section>` : null}
    ${view.subscriptions.map(subscription => subscriptionSection(world, view, subscription, path))}
    ${features.payment_method_update.enabled ? cardSection(view, path, draft) : null}
    ${features.invoice_history.enabled ? invoiceSection(view.invoices) : null}`,
  }
}

function subscriptionSection(world: StripeWorld, view: PortalView, subscription: Stripe.Subscription, path: string): Html {
  const price = priceOf(subscription)
  const end = subscription.items.data[0]?.current_period_end ?? subscription.created
  const isCanceled = subscription.cancel_at_period_end || subscription.cancel_at !== null
  const { subscription_cancel: cancel } = view.features
  const hidden = html`<input type="hidden" name="subscription" value="${subscription.id}">`
  return html`<section class="card" aria-labelledby="plan-${subscription.id}">
    <h2 id="plan-${subscription.id}">${price ? nameOf(world, price) : 'Subscription'}</h2>
    ${price ? html`<p>${showPrice(price, subscription.items.data[0]?.quantity ?? 1)}</p>` : null}
    <p>${stateSentence(subscription, end)}</p>
    ${planForm(world, view, subscription, path, hidden)}
    ${isCanceled ? html`<form method="post" action="${path}/resume">${hidden}<p><button class="primary">Keep subscription</button></p></form>` : null}
    ${
      cancel.enabled && !isCanceled
        ? html`<form method="post" action="${path}/cancel">${hidden}
      <p class="soft">${cancel.mode === 'immediately' ? 'If you cancel, it ends right away.' : `If you cancel, it ends on ${showDate(end)}. Until then nothing changes.`}</p>
      <p><button>Cancel subscription</button></p></form>`
        : null
    }
  </section>`
}

function stateSentence(subscription: Stripe.Subscription, end: number): string {
  if (subscription.cancel_at !== null) return `Canceled: ends on ${showDate(subscription.cancel_at)}.`
  if (subscription.cancel_at_period_end) return `Canceled: ends on ${showDate(end)}.`
  if (subscription.status === 'trialing' && subscription.trial_end !== null)
    return `Trial: the first payment is on ${showDate(subscription.trial_end)}.`
  if (subscription.status === 'active') return `Active: renews on ${showDate(end)}.`
  if (subscription.status === 'past_due' || subscription.status === 'unpaid')
    return 'A payment is missing. Change the card below, or pay the open invoice.'
  return `Status: ${subscription.status.replaceAll('_', ' ')}.`
}

function planForm(world: StripeWorld, view: PortalView, subscription: Stripe.Subscription, path: string, hidden: Html): Html | null {
  const current = priceOf(subscription)
  if (view.plans.length === 0 || !view.plans.some(price => price.id !== current?.id)) return null
  return html`<form method="post" action="${path}/plan">${hidden}
    <fieldset>
      <legend>Plan</legend>
      ${view.plans.map(
        price => html`<label class="option"><input type="radio" name="price" value="${price.id}" required ${price.id === current?.id ? html`checked` : null}>
          <span>${nameOf(world, price)}: ${showPrice(price)}</span></label>`,
      )}
    </fieldset>
    <p><button>Change plan</button></p>
  </form>`
}

const nameOf = ({ state }: StripeWorld, price: Stripe.Price): string =>
  state.products.get(idOf(price.product))?.name ?? price.nickname ?? 'Plan'

const cardSection = ({ card }: PortalView, path: string, draft: FormDraft): Html =>
  html`<section class="card" aria-labelledby="card-title">
    <h2 id="card-title">Card</h2>
    <p>${card ? `Payments use the card ending in ${card.last4}, which expires ${card.exp_month}/${card.exp_year}.` : 'No card is saved.'}</p>
    <form method="post" action="${path}/card">
      ${cardFields(draft.problem !== null)}
      <p><button class="primary">Save this card</button></p>
    </form>
    ${cardTable(false)}
  </section>`

const invoiceSection = (invoices: Stripe.Invoice[]): Html =>
  html`<section class="card" aria-labelledby="invoices-title">
    <h2 id="invoices-title">Invoices</h2>
    ${invoices.length === 0 ? html`<p>There are no invoices yet.</p>` : null}
    <ul class="rows">${invoices.map(
      invoice => html`<li>
        <span><a href="/i/${invoice.id}">${invoice.number ?? 'Invoice'}</a> <span class="soft small">${showDate(invoice.created)}</span></span>
        <span class="amount">${showMoney(invoice.total, invoice.currency)} · ${wordOf(invoice.status)}
          · <a href="/i/${invoice.id}/pdf">PDF<span class="hidden"> of ${invoice.number ?? 'the invoice'}</span></a></span>
      </li>`,
    )}</ul>
  </section>`

const wordOf = (status: string | null): string => (status === 'open' ? 'due' : status === 'uncollectible' ? 'written off' : (status ?? ''))
