// Finds the amounts of money that an email states as what it is about: due, paid, charged, total; a mere mention among others is none.
import { possibleCurrencies } from './cards/currencies.ts'
import { findMoneyOrSigns, mayHaveMoney } from './cards/money.ts'
import type { CardSource, EmailCard } from './cards/shapes.ts'
import { listOwnBlocks, toCardSource, toLines } from './cards/source.ts'
import { distinctSums, findConfirmedSums, findLabelledSums, findOnlySum, type StatedSum } from './cards/sums.ts'
import { extractOwnText } from './own-text.ts'
import type { MailView } from './view.ts'

/** `currency` is ISO 4217, or the sign as written if it is unclear which of `currencies` it stands for. */
export interface StatedAmount {
  amount: number
  currency: string
  currencies: readonly string[]
}

/** A view never changes, and a trial asks the same emails again with each letter typed. */
const known = new WeakMap<MailView, readonly StatedAmount[]>()

export function findStatedAmounts(view: MailView): readonly StatedAmount[] {
  const existing = known.get(view)
  if (existing) return existing
  const found = findSums(view).map(({ amount, currency }) => ({
    amount: Number(amount),
    currency,
    currencies: possibleCurrencies(currency),
  }))
  known.set(view, found)
  return found
}

/** The first place that states any, from the surest to the least sure. */
function findSums(view: MailView): StatedSum[] {
  const source = toCardSource(view, listOwnLines(view))
  const { subject, lines } = source
  const find = (text: string) => findMoneyOrSigns(text, source)
  const places = [
    () => sumsOnCard(view.card, source),
    () => (mayHaveMoney([subject, ...lines].join('\n')) ? findLabelledSums(lines, find) : []),
    () => distinctSums(find(subject)),
    () => findConfirmedSums(lines, find),
    () => findOnlySum(lines, find),
  ]
  for (const place of places) {
    const sums = place()
    if (sums.length > 0) return sums
  }
  return []
}

/** Without what others wrote: an answer to a bill is no bill. */
const listOwnLines = (view: MailView): string[] =>
  view.blocks ? listOwnBlocks(view.blocks.blocks).flatMap(toLines) : extractOwnText(view).split('\n')

/** A balance is not what an email is about: nothing was charged. */
function sumsOnCard(card: EmailCard | undefined, source: CardSource): StatedSum[] {
  if (card?.kind === 'invoice') return [{ amount: card.amount, currency: card.currency }]
  if (card?.kind === 'alert' && (card.state === 'paid' || card.state === 'received'))
    return distinctSums(findMoneyOrSigns(card.what, source))
  return []
}
