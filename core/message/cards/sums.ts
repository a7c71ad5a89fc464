// Finds the amounts that an email is about: beside a label such as total, in a line that confirms a payment, else the only one.
import { findLabelledValues, labelPattern } from './labels.ts'
import type { FoundMoney } from './money.ts'
import { amountDueLabel, amountPaidLabel, confirmsPayment } from './payment.ts'

const totalLabel = labelPattern(
  'grand total|order total|invoice total|total|gesamt|gesamtsumme|gesamtbetrag|rechnungsbetrag|summe|endbetrag|importe total|montant total|montant ttc|total ttc|importo totale|totale|valor total|toplam tutar|fatura tutarı|genel toplam|toplam|totaalbedrag|totaal|razem|suma|kwota razem|итого|всего|разом|всього|totalt|summa|sum|i alt|yhteensä|celkem|المبلغ الإجمالي|الإجمالي|المجموع|סה["״]כ|合計金額|合計|总计|總計|总金额|합계|총액|कुल राशि|कुल',
)
const amountLabel = labelPattern(
  'amount|price|betrag|importe|montant|importo|valor|tutar|jumlah|bedrag|kwota|сумма|сума|belopp|beløp|beløb|summa|částka|المبلغ|סכום|金額|金额|금액|राशि',
)
const partialPattern =
  /sub-?\s?total|zwischensumme|sous-total|ara toplam|小計|小计|소계|minimum|mindest|already|saved|discount|rabatt|before|netto|excl/iu

/** `amount` is a plain decimal. */
export interface StatedSum {
  amount: string
  currency: string
}
type FindMoney = (text: string) => FoundMoney[]

/** Distinct amounts next to the most telling label that has any. */
export function findLabelledSums(all: readonly string[], find: FindMoney): StatedSum[] {
  const lines = withoutPartialSums(all, find)
  for (const label of [amountDueLabel, amountPaidLabel, totalLabel, amountLabel]) {
    const sums = sumsBeside(label, lines, find).filter(({ amount }) => Number(amount) > 0)
    if (sums.length > 0) return sums
  }
  return []
}

export const findConfirmedSums = (lines: readonly string[], find: FindMoney): StatedSum[] =>
  distinctSums(lines.slice(0, 6).filter(confirmsPayment).flatMap(find))

/** The only amount, or the one that all others add up to. */
export function findOnlySum(lines: readonly string[], find: FindMoney): StatedSum[] {
  const all = lines.slice(0, maxLines).flatMap(find)
  const distinct = distinctSums(all)
  return distinct.length <= 1 ? distinct : findTotal(all)
}

const maxLines = 60
const maxItems = 12

/** The greatest amount, if it is the sum of some of the others: of its items, or of a subtotal and a tax. */
function findTotal(amounts: StatedSum[]): StatedSum[] {
  const cents = amounts.map(({ amount }) => Math.round(Number(amount) * 100))
  const total = Math.max(...cents)
  const others = cents.filter(amount => amount < total)
  if (others.length < 2 || others.length > maxItems || distinctSums(amounts.map(each => ({ ...each, amount: '' }))).length > 1) return []
  let sums = new Set([0])
  for (const other of others) sums = new Set([...sums, ...Array.from(sums, sum => sum + other)])
  return sums.has(total) ? distinctSums(amounts.filter((_, at) => cents[at] === total)) : []
}

export const distinctSums = (amounts: StatedSum[]): StatedSum[] => [
  ...new Map(amounts.map(({ amount, currency }) => [`${amount} ${currency}`, { amount, currency }])).values(),
]

const sumsBeside = (label: RegExp, lines: readonly string[], find: FindMoney): StatedSum[] =>
  distinctSums(
    findLabelledValues(lines, label).flatMap(value => {
      const [money] = find(value)
      return money && value.slice(0, money.start).trim().length <= 30 ? [money] : []
    }),
  )

/** A label may be alone on the line above its amount. */
function withoutPartialSums(lines: readonly string[], find: FindMoney): string[] {
  const hasMoney = (line: string) => find(line).length > 0
  const isPartial = lines.map(line => partialPattern.test(line))
  return lines.filter((line, at) => !isPartial[at] && !(isPartial[at - 1] && !hasMoney(lines[at - 1] ?? '') && hasMoney(line)))
}
