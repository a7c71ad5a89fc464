// Formats amounts of money in a language, with the digits that the currency has.

/** `amount` is in the currency's minor unit (cents for eur, yen for jpy); `currency` is ISO 4217 in lower case. */
interface MoneyAmount {
  amount: number
  currency: string
}

/** `short` leaves out cents that are zero, as in `$5`: for prices, never for what is charged. */
export function formatMoney({ amount, currency }: MoneyAmount, language: string, short = false): string {
  const digits = currencyDigits(currency)
  const fractionDigits = short && amount % 10 ** digits === 0 ? 0 : digits
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  })
  return keepSymbolOrder(format.format(toDecimal(amount, digits)))
}

const keepSymbolOrder = (text: string): string =>
  text.includes(rightToLeftMark) ? text.replace(latinSymbol, symbol => symbol + leftToRightMark) : text

const rightToLeftMark = '\u200f'
const leftToRightMark = '\u200e'
/** Among letters from right to left, `US$` would be shown as `$US`. */
const latinSymbol = /[A-Z]+\p{Sc}/u

/** `€500` as a language writes it, whole amounts without cents; `currency` is ISO 4217 or a bare sign, null for the number alone. */
export function formatAmount(amount: number, currency: string | null, language: string): string {
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) {
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(amount)
    return currency === null ? number : `${number} ${currency}`
  }
  const digits = currencyDigits(currency)
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : digits,
    maximumFractionDigits: Math.max(digits, 3),
  })
  return keepSymbolOrder(format.format(amount))
}

/** The amount as a decimal with a point, without a currency: `5.00`, for machines. */
export const decimalAmount = ({ amount, currency }: MoneyAmount): string => {
  const digits = currencyDigits(currency)
  return toDecimal(amount, digits).toFixed(digits)
}

/** How many digits of an amount are behind the point: 2 for usd, 0 for jpy, 3 for kwd. */
export const currencyDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

const toDecimal = (amount: number, digits: number): number => amount / 10 ** digits
