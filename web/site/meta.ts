// What the head of a static page tells search engines and those who share its address.
import type { Language } from '../../core/words/languages.ts'
import { languagesOf, type PublicPage, pathIn } from './pages.ts'

/** Stands in built files for the public URL, which is known only when they are served. */
export const origin = 'https://mailferry.invalid'

export interface Told {
  language: Language
  title: string
  description: string
  brand: string
  /** The page's link text, and that of the page above it where there is one. */
  trail: { name: string; path: string }[]
}

/** Elements of the head: the address, the card of a share, the facts in the form of search engines. */
export function headOf(page: PublicPage, told: Told): string {
  const url = origin + pathIn(page, told.language)
  const image = `${origin}/og/${page.name}.png`
  const named = {
    'og:type': 'website',
    'og:site_name': told.brand,
    'og:title': told.title,
    'og:description': told.description,
    'og:url': url,
    'og:locale': told.language,
    'og:image': image,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': told.title,
  }
  const card = {
    'twitter:card': 'summary_large_image',
    'twitter:title': told.title,
    'twitter:description': told.description,
    'twitter:image': image,
  }
  return [
    `<link rel="canonical" href="${url}">`,
    ...alternatesOf(page).map(({ language, href }) => `<link rel="alternate" hreflang="${language}" href="${href}">`),
    ...Object.entries(named).map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`),
    ...Object.entries(card).map(([name, content]) => `<meta name="${name}" content="${escaped(content)}">`),
    `<script type="application/ld+json">${json({ '@context': 'https://schema.org', '@graph': factsOf(page, told) })}</script>`,
  ].join('')
}

/** The same in each language that it is told in, and for who reads none of them; none where it is told in one alone. */
export function alternatesOf(page: PublicPage): { language: string; href: string }[] {
  const told = languagesOf(page).map(language => ({ language, href: origin + pathIn(page, language) }))
  return told.length > 1 ? [...told, { language: 'x-default', href: origin + page.path }] : []
}

function factsOf(page: PublicPage, { language, title, description, brand, trail }: Told): object[] {
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  }
  const site = { '@type': 'WebSite', '@id': `${origin}/#site`, name: brand, url: `${origin}/`, publisher: { '@id': organization['@id'] } }
  const itself = {
    '@type': 'WebPage',
    '@id': `${origin}${pathIn(page, language)}#page`,
    url: origin + pathIn(page, language),
    name: title,
    description,
    inLanguage: language,
    isPartOf: { '@id': site['@id'] },
  }
  const crumbs = trail.map(({ name, path }, at) => ({ '@type': 'ListItem', position: at + 1, name, item: origin + path }))
  return [
    organization,
    site,
    itself,
    ...(isAboutProduct(page) ? [product(brand, description)] : []),
    ...(crumbs.length > 1 ? [{ '@type': 'BreadcrumbList', itemListElement: crumbs }] : []),
  ]
}

const isAboutProduct = ({ name }: PublicPage): boolean => ['home', 'features', 'pricing'].includes(name)

const product = (name: string, description: string): object => ({
  '@type': 'SoftwareApplication',
  name,
  description,
  url: `${origin}/`,
  applicationCategory: 'CommunicationApplication',
  operatingSystem: 'Linux, macOS, Windows',
  license: 'https://www.apache.org/licenses/LICENSE-2.0',
  isAccessibleForFree: true,
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'EUR' },
})

const json = (data: object): string => JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, sign => entities[sign] ?? sign)
