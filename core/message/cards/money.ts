// Finds amounts of money in the notations of many countries; ambiguous ones are ignored.
import { currencySigns, foldSign, isSharedSign, toCurrency } from './currencies.ts'

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

const digits = "\\p{Nd}+(?:[.,'’٬٫\\u00a0\\u202f ]\\p{Nd}{2,3})*(?:[.,٫]\\p{Nd}{1,2})?"
interface MoneyPatterns {
  /** Quick; it may be part of a word or of a larger number. */
  nearby: RegExp
  money: RegExp
}
let patterns: MoneyPatterns | undefined

function moneyPatterns(): MoneyPatterns {
  patterns ??= buildPatterns()
  return patterns
}

function buildPatterns(): MoneyPatterns {
  const alternatives = ['￥', ...currencySigns().bySign.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map(sign => sign.replace(/[.$]/g, '\\$&'))
  // A code is looked up once it stands beside a number.
  const unit = `(?:${alternatives.join('|')}|[A-Z]{3})`
  return {
    nearby: new RegExp(`${unit}\\s?${digit}|${digit}\\s?${unit}`, 'u'),
    money: new RegExp(
      `(?<![\\p{L}\\p{Nd}.,])(?:(${unit})\\s?(${digits})(?:\\s?([A-Z]{3}))?|(${digits})\\s?(${unit}))(?![\\p{L}\\p{Nd}])`,
      'gu',
    ),
  }
}

/** A text without a digit or a currency has no money, and finding that out is quick. */
export const mayHaveMoney = (text: string): boolean => anyDigit.test(text) && moneyPatterns().nearby.test(text)

const digit = '[\\d\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f\\uff10-\\uff19]'
const anyDigit = new RegExp(digit)

/** The language is read only for signs that several currencies share; where it is unknown they mean what they mean in English. */
export const findMoney = (text: string, source: TextLanguage): FoundMoney[] =>
  matchMoney(text).flatMap(({ sign, ...found }) => {
    const currency = toCurrency(sign, isSharedSign(sign) ? source.language : null)
    return currency ? [{ ...found, currency }] : []
  })

/** Like `findMoney`, but where it is unclear which currency a sign stands for, `currency` is that sign. */
export const findMoneyOrSigns = (text: string, source: TextLanguage): FoundMoney[] =>
  matchMoney(text).flatMap(({ sign, ...found }) => {
    const isShared = isSharedSign(sign)
    const currency = isShared && source.language === null ? null : toCurrency(sign, isShared ? source.language : null)
    return currency || isShared ? [{ ...found, currency: currency ?? sign }] : []
  })

/** `sign` may be the code of a currency, or of none. */
function matchMoney(text: string): (Omit<FoundMoney, 'currency'> & { sign: string })[] {
  if (!anyDigit.test(text)) return []
  return Array.from(text.slice(0, 2000).matchAll(moneyPatterns().money)).flatMap(found => {
    const [text, before, amountAfter, code, amountBefore, after] = found
    // `$4,640.00 MXN`: the code says which dollar it is.
    const isCoded = code !== undefined && currencySigns().codes.has(code)
    const sign = isCoded ? code : foldSign(before ?? after ?? '')
    const amount = parseAmount(amountAfter ?? amountBefore ?? '')
    return amount ? [{ amount, sign, start: found.index, end: found.index + text.length }] : []
  })
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
