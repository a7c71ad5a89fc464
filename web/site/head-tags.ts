// The head tags of a static page: canonical address, translations, share card, structured data.

import type { ServerOffer } from '../../core/plans/offer.ts'
import { planName } from '../../core/plans/plan-name.ts'
import type { Price } from '../../core/plans/plans.ts'
import { decimalAmount } from '../../core/text/money.ts'
import type { Language } from '../../core/words/languages.ts'
import { languagesOf, type PublicPage, pathIn } from '../navigation/public-pages.ts'
import { readSource } from './source.tsx'

/** A placeholder in built files for the public URL, which is known only at serving time. */
export const origin = 'https://mailferry.invalid'

const locales: Record<Language, string> = { en: 'en_US', es: 'es_ES', ar: 'ar_AR' }

export interface PageMeta {
  language: Language
  title: string
  description: string
  brand: string
  /** The breadcrumb trail: the pages above this one, and the page itself. */
  trail: { name: string; path: string }[]
  /** What this server sells; null where nothing is sold. */
  offer: ServerOffer | null
}

/** The head elements as HTML: canonical URL, translations, share cards, structured data. */
export function headTags(page: PublicPage, meta: PageMeta): string {
  const url = origin + pathIn(page, meta.language)
  const image = `${origin}/og/${shareImage(page)}.png`
  const openGraph = {
    'og:type': 'website',
    'og:site_name': meta.brand,
    'og:title': meta.title,
    'og:description': meta.description,
    'og:url': url,
    'og:locale': locales[meta.language],
    'og:image': image,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': meta.title,
  }
  const twitterCard = {
    'twitter:card': 'summary_large_image',
    'twitter:title': meta.title,
    'twitter:description': meta.description,
    'twitter:image': image,
  }
  return [
    `<link rel="canonical" href="${url}">`,
    ...alternatesOf(page).map(({ language, href }) => `<link rel="alternate" hreflang="${language}" href="${href}">`),
    ...Object.entries(openGraph).map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`),
    ...Object.entries(twitterCard).map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`),
    `<script type="application/ld+json">${json({ '@context': 'https://schema.org', '@graph': structuredData(page, meta) })}</script>`,
  ].join('')
}

/** The name of the image that is shown beside a link to the page; the page that takes its place where plans are sold has its own. */
export const shareImage = ({ name, catalog, soldCatalog }: PublicPage): string => (catalog === soldCatalog ? catalog : name)

/** The page in each of its languages, and the default; empty if there is only one. */
export function alternatesOf(page: PublicPage): { language: string; href: string }[] {
  const alternates = languagesOf(page).map(language => ({ language, href: origin + pathIn(page, language) }))
  return alternates.length > 1 ? [...alternates, { language: 'x-default', href: origin + page.path }] : []
}

function structuredData(page: PublicPage, { language, title, description, brand, trail, offer }: PageMeta): object[] {
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  }
  const site = { '@type': 'WebSite', '@id': `${origin}/#site`, name: brand, url: `${origin}/`, publisher: { '@id': organization['@id'] } }
  const webPage = {
    '@type': 'WebPage',
    '@id': `${origin}${pathIn(page, language)}#page`,
    url: origin + pathIn(page, language),
    name: title,
    description,
    inLanguage: language,
    isPartOf: { '@id': site['@id'] },
  }
  const breadcrumbs = trail.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: origin + path }))
  return [
    organization,
    site,
    webPage,
    ...(describesProduct(page) ? [{ ...product(brand, description), ...offersOf(offer, language) }, sourceCode(brand)] : []),
    ...(breadcrumbs.length > 1 ? [{ '@type': 'BreadcrumbList', itemListElement: breadcrumbs }] : []),
  ]
}

const describesProduct = ({ name }: PublicPage): boolean => ['home', 'features', 'pricing'].includes(name)

const product = (name: string, description: string): object => ({
  '@type': 'SoftwareApplication',
  name,
  description,
  url: `${origin}/`,
  applicationCategory: 'CommunicationApplication',
  operatingSystem: 'Linux, macOS, Windows',
  license: 'https://www.apache.org/licenses/LICENSE-2.0',
})

const sourceCode = (name: string): object => ({
  '@type': 'SoftwareSourceCode',
  name,
  codeRepository: readSource().url,
  programmingLanguage: 'TypeScript',
  license: 'https://www.apache.org/licenses/LICENSE-2.0',
})

function offersOf(offer: ServerOffer | null, language: Language): object {
  if (!offer) return { isAccessibleForFree: true, offers: { '@type': 'Offer', price: '0', priceCurrency: 'EUR' } }
  const currency = offer.items.flatMap(({ prices }) => prices)[0]?.currency ?? 'usd'
  const offers = offer.items.flatMap(plan => {
    const name = planName(plan, language)
    return plan.prices.length === 0 ? [planOffer(name, '0', currency)] : plan.prices.map(price => paidOffer(name, price))
  })
  return offers.length > 0 ? { offers } : {}
}

const planOffer = (name: string, price: string, currency: string): object => ({
  '@type': 'Offer',
  name,
  price,
  priceCurrency: currency.toUpperCase(),
  availability: 'https://schema.org/InStock',
  url: `${origin}/pricing`,
})

/** `unitCode` is of UN/CEFACT: a month or a year. */
function paidOffer(name: string, price: Price): object {
  const amount = decimalAmount(price)
  const unitCode = price.interval === 'year' ? 'ANN' : 'MON'
  const priceCurrency = price.currency.toUpperCase()
  return {
    ...planOffer(name, amount, price.currency),
    priceSpecification: { '@type': 'UnitPriceSpecification', price: amount, priceCurrency, unitCode, billingDuration: 1 },
  }
}

const json = (data: object): string => JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, character => entities[character] ?? character)
