// Reads currency signs and codes from the CLDR data of Intl, and tells which currency a shared sign means in a language.

/** Spellings that CLDR does not have, because they are not the official sign. */
const spellings: [string, string][] = [
  ...Object.entries({ US$: 'USD', AU$: 'AUD', C$: 'CAD', S$: 'SGD', TL: 'TRY', 円: 'JPY', 元: 'CNY', 원: 'KRW' }),
  ...Object.entries({ 'Rs.': 'INR', Rs: 'INR', 'Fr.': 'CHF', RM: 'MYR', Euro: 'EUR', euros: 'EUR', euro: 'EUR', руб: 'RUB', грн: 'UAH' }),
  ...Object.entries({ 'د.إ': 'AED', ريال: 'SAR', درهم: 'AED', 'ש"ח': 'ILS', 'ש״ח': 'ILS' }),
]

interface Signs {
  /** ISO 4217. */
  codes: Set<string>
  /** The currencies that each sign stands for; the one that English means comes first. */
  bySign: Map<string, string[]>
}

let codes: ReadonlySet<string> | undefined

export function isCurrencyCode(text: string): boolean {
  codes ??= new Set(Intl.supportedValuesOf('currency'))
  return codes.has(text)
}

let signs: Signs | undefined

/** Built at the first use: it takes some 50 ms. */
export function currencySigns(): Signs {
  signs ??= collectSigns()
  return signs
}

function collectSigns(): Signs {
  const codes = Intl.supportedValuesOf('currency')
  const bySign = new Map(spellings.map(([sign, code]) => [sign, [code]]))
  for (const [locale, display] of [
    ['en', 'symbol'],
    ['ar', 'symbol'],
    ['en', 'narrowSymbol'],
  ] as const)
    for (const code of codes) {
      const sign = writtenSign(locale, code, display)
      if (sign !== code && isTelling(sign)) bySign.set(sign, [...new Set([...(bySign.get(sign) ?? []), code])])
    }
  return { codes: new Set(codes), bySign }
}

/** One letter and capitals alone mean other things: 5 K, 12 KM. */
const isTelling = (sign: string): boolean => sign.length > 0 && !/^(?:[A-Za-z]|[A-Z]{2,5})$/.test(sign)

function writtenSign(locale: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(1)
  const sign = parts.find(part => part.type === 'currency')?.value ?? ''
  return foldSign(sign.replace(/[\u200e\u200f\u061c]/g, '').replace(/\.$/, ''))
}

/** A wide sign is the same as a narrow one. */
export const foldSign = (sign: string): string => sign.replace('￥', '¥')

/** The currencies that a sign or code may stand for. */
export const possibleCurrencies = (sign: string): readonly string[] =>
  isCurrencyCode(sign) ? [sign] : (currencySigns().bySign.get(sign) ?? [])

export const isSharedSign = (sign: string): boolean => (currencySigns().bySign.get(sign)?.length ?? 0) > 1

const meanings = new Map<string, string | null>()

/** Null if the sign means nothing clear in that language. */
export function toCurrency(sign: string, language: string | null): string | null {
  if (currencySigns().codes.has(sign)) return sign
  const key = `${sign} ${language}`
  const known = meanings.get(key)
  if (known !== undefined) return known
  const meaning = findMeaning(sign, language)
  // A text has few signs and languages are few, but senders choose what stands beside a number.
  if (meanings.size < maxMeanings) meanings.set(key, meaning)
  return meaning
}

const maxMeanings = 2000

function findMeaning(sign: string, language: string | null): string | null {
  const candidates = currencySigns().bySign.get(sign) ?? []
  if (candidates.length === 1) return candidates[0] ?? null
  const [meant, ...others] = candidates.filter(code => writtenSign(language ?? 'en', code, 'symbol') === sign)
  return meant !== undefined && others.length === 0 ? meant : null
}
