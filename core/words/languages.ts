// The languages that we speak: on screens, in mails and on phones.
export const languages = ['en', 'es', 'ar'] as const
export type Language = (typeof languages)[number]

/** Catalogs that are English whatever the language: guides, the pages about us, what only an operator reads, and what people type to us in their own. @internal */
export const englishCatalogs: readonly string[] = [
  ...['guidequicksetup', 'guideemailsetup', 'guidewhatsappsetup', 'guidecreatingfilters', 'guideadvancedrules'],
  ...['guidefirstemail', 'guidegmail', 'guidewhatsapp', 'help', 'community', 'changelog', 'doctor', 'gallery', 'siteoperator'],
  ...['siteabout', 'sitecareers', 'sitecasestudies', 'sitecompliance', 'sitecontact', 'siteenterprise', 'sitefaq', 'sitefeatures'],
  ...['sitegdpr', 'sitehowitworks', 'siteintegrations', 'siteprivacy', 'siteremotework', 'siteresources', 'sitesecurity'],
  ...['sitesolutions', 'siteterms'],
]

export const isLanguage = (text: unknown): text is Language => languages.some(language => language === text)

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** The first of `wanted` (tags such as `es-MX`, the dearest first) that we speak; null where there is none. */
export function languageAmong(wanted: readonly string[]): Language | null {
  const spoken = wanted.map(tag => tag.trim().toLowerCase().split('-')[0])
  return spoken.find(isLanguage) ?? null
}

/** The same of an Accept-Language header (RFC 9110 §12.5.4). */
export function languageAccepted(header: string | undefined): Language | null {
  const ranges = (header ?? '').split(',').slice(0, mostRanges).map(readRange)
  return languageAmong(ranges.toSorted((a, b) => b.weight - a.weight).flatMap(({ tag, weight }) => (weight > 0 ? [tag] : [])))
}

const mostRanges = 20

function readRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';')
  const weight = /^\s*q=([\d.]{1,5})\s*$/.exec(parameters[0] ?? '')?.[1]
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
}
