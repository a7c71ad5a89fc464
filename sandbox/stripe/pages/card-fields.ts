// The fields of a card, the list of test cards, and how a sent form is read.
import { z } from 'zod/mini'
import type { CardEntry } from '../cards.ts'
import { type Html, html } from './html.ts'

const described: { number: string; does: string }[] = [
  { number: '4242 4242 4242 4242', does: 'Pays' },
  { number: '5555 5555 5555 4444', does: 'Pays (Mastercard)' },
  { number: '4000 0025 0000 3155', does: 'The bank asks you to confirm once (3‑D Secure)' },
  { number: '4000 0027 6000 3184', does: 'The bank asks you to confirm each payment' },
  { number: '4000 0000 0000 0341', does: 'Saved, but each payment fails' },
  { number: '4000 0000 0000 0002', does: 'Declined' },
  { number: '4000 0000 0000 9995', does: 'Declined: not enough money' },
  { number: '4000 0000 0000 0069', does: 'Declined: expired' },
  { number: '4000 0000 0000 0127', does: 'Declined: wrong security code' },
  { number: '4000 0000 0000 0119', does: 'Declined: the bank has a technical problem' },
]

/** No autocomplete: a browser must not offer real cards on a practice page. */
export const cardFields = (hasProblem: boolean): Html => html`
<label>Card number
  <input name="card" inputmode="numeric" autocomplete="off" required maxlength="23" placeholder="4242 4242 4242 4242" list="test-cards" ${hasProblem ? html`aria-describedby="problem" autofocus` : null}>
</label>
<datalist id="test-cards">${described.map(({ number, does }) => html`<option value="${number}">${does}</option>`)}</datalist>
<div class="pair">
  <label>Expires (MM/YY)
    <input name="expiry" inputmode="numeric" autocomplete="off" required maxlength="9" value="12 / 34">
  </label>
  <label>Security code
    <input name="cvc" inputmode="numeric" autocomplete="off" required maxlength="4" pattern="[0-9]{3,4}" title="3 or 4 digits" value="123">
  </label>
</div>
`

export const cardTable = (isOpen: boolean): Html => html`
<details class="cards" ${isOpen ? html`open` : null}>
  <summary>Test card numbers</summary>
  <p class="soft">The number decides what happens. Any future date and any security code will work.</p>
  <table>
    <thead><tr><th scope="col">Number</th><th scope="col">What it does</th></tr></thead>
    <tbody>${described.map(({ number, does }) => html`<tr><td class="number">${number}</td><td>${does}</td></tr>`)}</tbody>
  </table>
</details>
`

/** Fields that are sent several times count once. */
export const formShape = z.record(z.string(), z.string())
export type SentForm = z.infer<typeof formShape>

export type ReadCard = { card: CardEntry } | { problem: string }

export function readCard({ card = '', expiry = '', cvc = '', name = '', country = '' }: SentForm, now: number): ReadCard {
  const digits = card.replace(/\D/g, '')
  if (digits.length < 13 || digits.length > 19) return { problem: 'Your card number is incomplete.' }
  const [, month, year] = /^\s*(\d{1,2})\s*[/. -]\s*(\d{2}|\d{4})\s*$/.exec(expiry) ?? []
  const [expMonth, expYear] = [Number(month), (Number(year) % 100) + 2000]
  if (month === undefined || expMonth < 1 || expMonth > 12) return { problem: 'Enter the expiration date as month and year, like 12 / 34.' }
  if (Date.UTC(expYear, expMonth) <= now) return { problem: 'Your card’s expiration date is in the past.' }
  if (!/^\d{3,4}$/.test(cvc.trim())) return { problem: 'Your card’s security code has 3 or 4 digits.' }
  return {
    card: { number: digits, expMonth, expYear, cvc: cvc.trim(), ...(name.trim() && { name: name.trim() }), ...(country && { country }) },
  }
}
