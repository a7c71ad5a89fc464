// Matches amounts of money: 500, €500, 500 EUR, 2 thousand dollars.
import { isCurrencyCode } from '../../../message/cards/currencies.ts'
import { parseAmount } from '../../../message/cards/money.ts'
import type { Chart, ChartMatch } from '../chart.ts'
import type { MoneyPhrase } from '../pieces.ts'
import { lookUp } from './lookup.ts'

export const matchMoney = (chart: Chart, at: number): ChartMatch<MoneyPhrase>[] =>
  findMoneyPhrase(chart, at).map(({ end, value }) => ({ end, value }))

/** With a currency: a bare number may count anything. */
export const matchPrice = (chart: Chart, at: number): ChartMatch<MoneyPhrase>[] =>
  findMoneyPhrase(chart, at)
    .filter(({ hasCurrency }) => hasCurrency)
    .map(({ end, value }) => ({ end, value }))

function findMoneyPhrase(chart: Chart, at: number): (ChartMatch<MoneyPhrase> & { hasCurrency: boolean })[] {
  const joined = /^(\d[\d.,]*)([a-z]{3})$/.exec(chart.words[at] ?? '')
  const currencyBefore = lookUpCurrency(chart, at)
  const numberAt = currencyBefore?.end ?? at
  const amount = parseAmount(joined?.[1] ?? numberText(chart, numberAt))
  if (amount === null) return []
  const scale = lookUp(chart, numberAt + 1, chart.lexicon.dictionary.scales)
  const numberEnd = scale?.end ?? numberAt + 1
  const joinedCode = joined?.[2]?.toUpperCase() ?? ''
  const currencyAfter = isCurrencyCode(joinedCode) ? { end: numberEnd, value: joinedCode } : lookUpCurrency(chart, numberEnd)
  if (joined && !isCurrencyCode(joinedCode)) return []
  const currency = currencyBefore ?? currencyAfter
  const value = { amount: Number(amount) * (scale?.value ?? 1), currency: currency?.value ?? null }
  return [{ end: currencyAfter?.end ?? numberEnd, value, hasCurrency: currency !== null }]
}

function numberText(chart: Chart, at: number): string {
  const token = chart.tokens[at]
  return token?.kind === 'number' ? token.raw : ''
}

/** Many codes are also words: others than the listed ones are written in capitals. */
function lookUpCurrency(chart: Chart, at: number): ChartMatch<string | null> | null {
  const listed = lookUp(chart, at, chart.lexicon.dictionary.currencies)
  if (listed) return listed
  const raw = chart.tokens[at]?.raw ?? ''
  return isCurrencyCode(raw) ? { end: at + 1, value: raw } : null
}
