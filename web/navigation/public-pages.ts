// The table of public pages that routes, static HTML, sitemap, titles, header and footer are built from.

import type { CatalogName } from '../../core/words/catalogs.ts'
import type { Language } from '../../core/words/languages.ts'

export type PageGroup = 'product' | 'solutions' | 'help' | 'company' | 'trust'

export interface PublicPage {
  /** The key of the page's texts: `link.<name>` in the catalog `pages`, `<name>.title` and `<name>.description` in `catalog`. */
  name: string
  path: string
  catalog: CatalogName
  /** Further catalogs that its screen needs. */
  also?: readonly CatalogName[]
  /** The footer group that lists it. */
  group: PageGroup | null
  /** Its translations, besides English. */
  languages?: readonly Language[]
  /** Its text or its head depends on the plans that this server sells, so the server renders it again when they change. */
  followsPlans?: true
  /** Where plans are sold, another page with the texts of this catalog takes its place. */
  soldCatalog?: CatalogName
  isSold?: true
}

/** In the order of the footer. */
export const pages = [
  {
    name: 'home',
    path: '/',
    catalog: 'site',
    also: ['plans'],
    group: null,
    languages: ['es', 'ar'],
    followsPlans: true,
    soldCatalog: 'site',
  },
  { name: 'howItWorks', path: '/how-it-works', catalog: 'sitehowitworks', also: ['sentence'], group: 'product', followsPlans: true },
  { name: 'features', path: '/features', catalog: 'sitefeatures', also: ['sentence'], group: 'product', followsPlans: true },
  {
    name: 'pricing',
    path: '/pricing',
    catalog: 'sitepricing',
    also: ['plans'],
    group: 'product',
    languages: ['es', 'ar'],
    followsPlans: true,
    soldCatalog: 'siteplans',
  },
  { name: 'integrations', path: '/integrations', catalog: 'siteintegrations', group: 'product' },
  { name: 'solutions', path: '/solutions', catalog: 'sitesolutions', group: 'solutions' },
  { name: 'remoteWork', path: '/solutions/remote-work', catalog: 'siteremotework', group: 'solutions' },
  { name: 'enterprise', path: '/solutions/enterprise', catalog: 'siteenterprise', group: 'solutions' },
  { name: 'compliance', path: '/solutions/compliance', catalog: 'sitecompliance', group: 'solutions', followsPlans: true },
  { name: 'caseStudies', path: '/case-studies', catalog: 'sitecasestudies', also: ['sentence'], group: 'solutions' },
  { name: 'about', path: '/about', catalog: 'siteabout', group: 'company' },
  { name: 'careers', path: '/careers', catalog: 'sitecareers', group: 'company' },
  { name: 'resources', path: '/resources', catalog: 'siteresources', group: 'company' },
  { name: 'contact', path: '/contact', catalog: 'sitecontact', group: 'company' },
  { name: 'security', path: '/security', catalog: 'sitesecurity', group: 'trust' },
  { name: 'privacy', path: '/privacy', catalog: 'siteprivacy', also: ['siteoperator'], group: 'trust', followsPlans: true },
  { name: 'gdpr', path: '/gdpr', catalog: 'sitegdpr', also: ['siteoperator'], group: 'trust', followsPlans: true },
  { name: 'terms', path: '/terms', catalog: 'siteterms', also: ['siteoperator'], group: 'trust', followsPlans: true },
  { name: 'faq', path: '/faq', catalog: 'sitefaq', group: 'help', followsPlans: true },
  { name: 'help', path: '/help', catalog: 'help', group: 'help' },
  { name: 'guideQuickSetup', path: '/help/quick-setup', catalog: 'guidequicksetup', also: ['help'], group: 'help' },
  { name: 'guideEmailSetup', path: '/help/email-setup', catalog: 'guideemailsetup', also: ['help'], group: 'help' },
  { name: 'guideWhatsappSetup', path: '/help/whatsapp-setup', catalog: 'guidewhatsappsetup', also: ['help'], group: 'help' },
  { name: 'guideCreatingFilters', path: '/help/creating-filters', catalog: 'guidecreatingfilters', also: ['help'], group: 'help' },
  { name: 'guideAdvancedRules', path: '/help/advanced-rules', catalog: 'guideadvancedrules', also: ['help'], group: 'help' },
  { name: 'guideFirstEmail', path: '/help/first-email', catalog: 'guidefirstemail', also: ['help'], group: 'help' },
  { name: 'guideGmail', path: '/help/gmail-integration', catalog: 'guidegmail', also: ['help'], group: 'help' },
  { name: 'guideWhatsapp', path: '/help/whatsapp-guide', catalog: 'guidewhatsapp', also: ['help'], group: 'help' },
  { name: 'community', path: '/help/community', catalog: 'community', also: ['help'], group: 'help' },
  { name: 'changelog', path: '/changelog', catalog: 'changelog', group: 'company' },
] as const satisfies readonly PublicPage[]

export const languagesOf = ({ languages = [] }: PublicPage): Language[] => ['en', ...languages]

/** The path of a page in a language, or its English path if there is no translation. */
export function pathIn(page: PublicPage, language: string): string {
  if (language === 'en' || !languagesOf(page).some(translated => translated === language)) return page.path
  return `/${language}${page.path === '/' ? '' : page.path}`
}

/** The page at this path in any language; undefined if there is none. */
export const findPage = (path: string): PublicPage | undefined =>
  pages.find(page => languagesOf(page).some(language => pathIn(page, language) === path))

export type PageName = (typeof pages)[number]['name']

/** Pages that a private server shows, too: about whoever runs it, and for its users. */
const keptGroups: ReadonlySet<PageGroup | null> = new Set(['help', 'trust'])

/** Whether a page presents the software; a private server (PUBLIC_SITE=app) doesn't show it. */
export const isMarketing = (name: PageName): boolean =>
  pages.some(page => page.name === name && page.name !== 'contact' && page.name !== 'home' && !keptGroups.has(page.group))

/** The page that takes a page's place where plans are sold; most stay the same and change a text. */
export const soldEdition = (page: PublicPage): PublicPage =>
  page.soldCatalog ? { ...page, catalog: page.soldCatalog, also: [], isSold: true } : page

/** Paths that people try, and where they lead. */
export const redirects = [
  { from: '/enterprise', to: '/solutions/enterprise' },
  { from: '/compliance', to: '/solutions/compliance' },
] as const
