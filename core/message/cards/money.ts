// Finds amounts of money in the notations of many countries; ambiguous ones are ignored.

export interface FoundMoney {
  /** A plain decimal. */
  amount: string
  /** ISO 4217. */
  currency: string
  start: number
  end: number
}

/** ISO 639-1. */
interface TextLanguage {
  readonly language: string | null
}

const currencySigns: Record<string, string> = {
  US$: 'USD',
  R$: 'BRL',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  HK$: 'HKD',
  NZ$: 'NZD',
  S$: 'SGD',
  MX$: 'MXN',
  $: 'USD',
  '£': 'GBP',
  '€': 'EUR',
  '₺': 'TRY',
  TL: 'TRY',
  '¥': 'JPY',
  '￥': 'JPY',
  円: 'JPY',
  元: 'CNY',
  '₹': 'INR',
  'Rs.': 'INR',
  Rs: 'INR',
  '₩': 'KRW',
  원: 'KRW',
  '₪': 'ILS',
  Rp: 'IDR',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  '₽': 'RUB',
  руб: 'RUB',
  '₴': 'UAH',
  'ر.س': 'SAR',
  'د.إ': 'AED',
  'Fr.': 'CHF',
  Euro: 'EUR',
}
const currencyCodes =
  'EUR USD GBP CHF JPY CNY INR TRY BRL AUD CAD NZD SGD HKD MXN SEK NOK DKK PLN CZK HUF RON BGN RUB UAH ILS SAR AED KRW IDR ZAR'.split(' ')

const escaped = (text: string): string => text.replace(/[.$]/g, '\\$&')
const unit = [...Object.keys(currencySigns), ...currencyCodes]
  .toSorted((a, b) => b.length - a.length)
  .map(escaped)
  .join('|')
const digits = "\\p{Nd}+(?:[.,'’٬٫\\u00a0\\u202f ]\\p{Nd}{2,3})*(?:[.,٫]\\p{Nd}{1,2})?"
const unitPattern = new RegExp(unit, 'u')
const pattern = new RegExp(`(?<![\\p{L}\\p{Nd}.,])(?:(${unit})\\s?(${digits})|(${digits})\\s?(${unit}))(?![\\p{L}\\p{Nd}])`, 'gu')

/** A text without a digit or a currency has no money, and finding that out is quick. */
export const mayHaveMoney = (text: string): boolean => /\p{Nd}/u.test(text) && unitPattern.test(text)

/** The language is read only for signs that several currencies share. */
export function findMoney(text: string, source: TextLanguage): FoundMoney[] {
  return Array.from(text.slice(0, 2000).matchAll(pattern)).flatMap(found => {
    const currency = toCurrency(found[1] ?? found[4] ?? '', source)
    const amount = parseAmount(found[2] ?? found[3] ?? '')
    return currency && amount ? [{ amount, currency, start: found.index, end: found.index + found[0].length }] : []
  })
}

/** `$` and `¥` mean other currencies in other languages. */
function toCurrency(text: string, source: TextLanguage): string | null {
  if (text === '$' && source.language !== null && source.language !== 'en') return null
  if (/^[¥￥]$/.test(text) && source.language === 'zh') return 'CNY'
  return currencySigns[text] ?? (currencyCodes.includes(text) ? text : null)
}

/** `1.284,50`, `1,24,500.00`, `132,000`, `12` as a plain decimal; null if the digit groups are invalid. */
export function parseAmount(text: string): string | null {
  const plain = toAsciiDigits(text)
    .replace(/[\s'’٬]/g, ' ')
    .replaceAll('٫', ',')
    .trim()
  const [, integer = '', separator = '', fraction = ''] = /^(.*?)(?:([.,])(\d+))?$/.exec(plain) ?? []
  const isFraction = separator !== '' && fraction.length <= 2 && !integer.includes(separator)
  const groups = (isFraction ? integer : plain).split(/[ .,]/)
  const separators = new Set((isFraction ? integer : plain).replace(/\d/g, ''))
  if (separators.size > 1 || !areGroups(groups)) return null
  const number = groups.join('').replace(/^0+(?=\d)/, '')
  return isFraction ? `${number}.${fraction.padEnd(2, '0')}` : number
}

/** Groups of three; in India groups of two before the last three. */
function areGroups([first = '', ...others]: string[]): boolean {
  if (others.length === 0) return /^\d+$/.test(first)
  if (!/^\d{1,3}$/.test(first) || !/^\d{3}$/.test(others.at(-1) ?? '')) return false
  const inner = others.slice(0, -1)
  return inner.every(group => /^\d{3}$/.test(group)) || (first.length <= 2 && inner.every(group => /^\d{2}$/.test(group)))
}

export const toAsciiDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, digit => {
    const point = digit.charCodeAt(0)
    return String(point - (point >= 0xff10 ? 0xff10 : point >= 0x966 ? 0x966 : point >= 0x6f0 ? 0x6f0 : 0x660))
  })
