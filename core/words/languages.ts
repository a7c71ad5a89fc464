// Defines the supported languages: on screen, in emails and on phones.
export const languages = ['en', 'es', 'ar'] as const
export type Language = (typeof languages)[number]

/** Catalogs that exist only in English: guides, pages about us, and texts for operators. @internal */
export const englishCatalogs: readonly string[] = [
  ...['guidequicksetup', 'guideemailsetup', 'guidewhatsappsetup', 'guidecreatingfilters', 'guideadvancedrules'],
  ...['guidefirstemail', 'guidegmail', 'guidewhatsapp', 'help', 'community', 'changelog', 'doctor', 'gallery', 'siteoperator'],
  ...['siteabout', 'sitecareers', 'sitecasestudies', 'sitecompliance', 'sitecontact', 'siteenterprise', 'sitefaq', 'sitefeatures'],
  ...['sitegdpr', 'sitehowitworks', 'siteintegrations', 'siteprivacy', 'siteremotework', 'siteresources', 'sitesecurity'],
  ...['sitesolutions', 'siteterms'],
  ...['admin', 'adminanalytics', 'admindiagnostics', 'adminlogs', 'adminoverview', 'adminsecurity', 'adminsettings'],
  ...['adminsubscriptions', 'admintemplates', 'adminui', 'adminusers'],
]

export const isLanguage = (text: unknown): text is Language => languages.some(language => language === text)

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** The first supported language of `wanted` (tags such as `es-MX`, most preferred first); null if there is none. */
export function pickLanguage(wanted: readonly string[]): Language | null {
  const codes = wanted.map(tag => tag.trim().toLowerCase().split('-')[0])
  return codes.find(isLanguage) ?? null
}

/** The same for an Accept-Language header (RFC 9110 §12.5.4). */
export function pickAcceptedLanguage(header: string | undefined): Language | null {
  const ranges = (header ?? '').split(',').slice(0, maxRanges).map(readRange)
  return pickLanguage(ranges.toSorted((a, b) => b.weight - a.weight).flatMap(({ tag, weight }) => (weight > 0 ? [tag] : [])))
}

const maxRanges = 20

function readRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';')
  const weight = /^\s*q=([\d.]{1,5})\s*$/.exec(parameters[0] ?? '')?.[1]
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
}
