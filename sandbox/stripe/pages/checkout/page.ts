// The checkout page: what is bought, what is charged today and later, and the form to pay.
import type Stripe from 'stripe'
import { idOrNull } from '../../objects/ref.ts'
import { daySeconds } from '../../time.ts'
import type { StripeWorld } from '../../world.ts'
import { showDate, showDays, showMoney, showPrice } from '../amounts.ts'
import { cardFields, cardTable } from '../card-fields.ts'
import type { FormDraft } from '../drafts.ts'
import { type Html, html } from '../html.ts'
import { type HostedPage, problemBox } from '../layout.ts'

export function checkoutPage(world: StripeWorld, session: Stripe.Checkout.Session, draft: FormDraft): HostedPage {
  const goods = readGoods(world, session)
  const title = goods.trialDays === null ? `Pay for ${goods.title}` : `Try ${goods.title}`
  return {
    title,
    problem: draft.problem,
    back: session.cancel_url === null ? null : { url: session.cancel_url, text: '← Back without paying' },
    wide: true,
    body: html`${summary(session, goods, title, draft)}
    <section class="card" aria-labelledby="pay-title">
      <h2 id="pay-title">${needsCard(session) ? 'Card' : 'Your details'}</h2>
      ${problemBox(draft.problem)}
      ${payForm(world, session, goods, draft)}
      ${needsCard(session) ? cardTable(true) : null}
    </section>`,
  }
}

/** A trial may begin without a card, and a checkout that costs nothing may end without one. */
export function needsCard(session: Stripe.Checkout.Session): boolean {
  return session.payment_method_collection !== 'if_required' || (session.amount_total ?? 0) > 0
}

interface Goods {
  title: string
  items: { name: string; price: Stripe.Price; quantity: number }[]
  trialDays: number | null
  trialEnd: number | null
}

function readGoods(world: StripeWorld, session: Stripe.Checkout.Session): Goods {
  const { prices, products, checkoutOrders } = world.state
  const order = checkoutOrders.get(session.id)
  const items = (order?.items ?? []).flatMap(({ price: id, quantity }) => {
    const price = prices.get(id)
    const product = products.get(typeof price?.product === 'string' ? price.product : (price?.product.id ?? ''))
    return price ? [{ name: product?.name ?? price.nickname ?? 'Subscription', price, quantity }] : []
  })
  const now = Math.floor(world.clock.now() / 1000)
  const trialEnd = order?.trialEnd ?? (order?.trialPeriodDays ? now + order.trialPeriodDays * daySeconds : null)
  const trialDays = trialEnd === null ? null : Math.max(1, Math.round((trialEnd - now) / daySeconds))
  return { title: items.map(item => item.name).join(', ') || 'your order', items, trialDays, trialEnd }
}

function summary(session: Stripe.Checkout.Session, goods: Goods, title: string, draft: FormDraft): Html {
  const currency = session.currency ?? 'usd'
  const { amount_discount: discount = 0, amount_tax: tax = 0 } = session.total_details ?? {}
  const due = session.amount_total ?? 0
  return html`<section class="card">
    <h1>${title}</h1>
    <dl class="sums">
      ${goods.items.map(
        ({ name, price, quantity }) => html`<div><dt>${name}${quantity === 1 ? null : ` × ${quantity}`}
          <small>${goods.trialDays === null ? showPrice(price) : `${showDays(goods.trialDays)} free, then ${showPrice(price, quantity)}`}</small></dt>
          <dd>${goods.trialDays === null ? showMoney((price.unit_amount ?? 0) * quantity, price.currency) : showMoney(0, currency)}</dd></div>`,
      )}
      ${discount > 0 ? html`<div><dt>Discount</dt><dd>${showMoney(-discount, currency)}</dd></div>` : null}
      ${tax > 0 ? html`<div><dt>Tax</dt><dd>${showMoney(tax, currency)}</dd></div>` : null}
      <div class="total"><dt>Due today</dt><dd data-testid="due">${showMoney(due, currency)}</dd></div>
    </dl>
    ${goods.trialEnd === null ? null : html`<p class="soft">${trialSentence(session, goods.trialEnd)}</p>`}
    ${session.allow_promotion_codes ? promotionForm(session, draft, discount > 0) : null}
  </section>`
}

const trialSentence = (session: Stripe.Checkout.Session, end: number): string =>
  needsCard(session)
    ? `The first payment is on ${showDate(end)}. Cancel before then and you pay nothing.`
    : `You don’t need a card yet. The trial ends on ${showDate(end)}.`

const promotionForm = (session: Stripe.Checkout.Session, draft: FormDraft, isApplied: boolean): Html =>
  html`<form method="post" action="/c/pay/${session.id}/code">
    <div class="code">
      <label>Promotion code <input name="code" autocomplete="off" required maxlength="60" value="${draft.code ?? ''}"></label>
      <button>Apply</button>
    </div>
    ${isApplied ? html`<p class="soft small">Your code is applied.</p>` : null}
  </form>`

function payForm(world: StripeWorld, session: Stripe.Checkout.Session, goods: Goods, draft: FormDraft): Html {
  const known = knownEmail(world, session)
  const action = goods.trialDays === null ? `Pay ${showMoney(session.amount_total ?? 0, session.currency ?? 'usd')}` : 'Start trial'
  return html`<form method="post" action="/c/pay/${session.id}">
    <label>Email
      <input name="email" type="email" autocomplete="email" required maxlength="320" value="${draft.email ?? known ?? ''}" ${known ? html`readonly` : null}>
    </label>
    ${
      needsCard(session)
        ? html`${cardFields(draft.problem !== null)}
    <label>Name on card <input name="name" autocomplete="off" maxlength="100" value="${draft.name ?? ''}"></label>`
        : null
    }
    <button class="primary">${action}</button>
  </form>`
}

function knownEmail(world: StripeWorld, session: Stripe.Checkout.Session): string | null {
  const id = idOrNull(session.customer)
  return session.customer_email ?? world.state.customers.get(id ?? '')?.email ?? null
}
