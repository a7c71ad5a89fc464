// Every public page: routes, static HTML, sitemap, titles, header and footer come from this table.
import type { Language } from '../../core/words/languages.ts'
import type { Room } from '../../core/words/rooms.ts'

export type Group = 'product' | 'solutions' | 'help' | 'company' | 'trust'

export interface PublicPage {
  /** Names the page: `link.<name>` of the words `pages` is its link, `<name>.title` and `<name>.description` of `room` its head. */
  name: string
  path: string
  room: Room
  /** Further rooms that its screen needs. */
  also?: readonly Room[]
  /** Where the footer lists it. */
  group: Group | null
  /** What else than English it is told in. */
  languages?: readonly Language[]
}

/** In the order of the footer. */
export const pages = [
  { name: 'home', path: '/', room: 'site', also: ['plans'], group: null, languages: ['es', 'ar'] },
  { name: 'howItWorks', path: '/how-it-works', room: 'sitehowitworks', also: ['sentence'], group: 'product' },
  { name: 'features', path: '/features', room: 'sitefeatures', also: ['sentence'], group: 'product' },
  { name: 'pricing', path: '/pricing', room: 'sitepricing', also: ['plans'], group: 'product', languages: ['es', 'ar'] },
  { name: 'integrations', path: '/integrations', room: 'siteintegrations', group: 'product' },
  { name: 'solutions', path: '/solutions', room: 'sitesolutions', group: 'solutions' },
  { name: 'remoteWork', path: '/solutions/remote-work', room: 'siteremotework', group: 'solutions' },
  { name: 'enterprise', path: '/solutions/enterprise', room: 'siteenterprise', group: 'solutions' },
  { name: 'compliance', path: '/solutions/compliance', room: 'sitecompliance', group: 'solutions' },
  { name: 'caseStudies', path: '/case-studies', room: 'sitecasestudies', also: ['sentence'], group: 'solutions' },
  { name: 'about', path: '/about', room: 'siteabout', group: 'company' },
  { name: 'careers', path: '/careers', room: 'sitecareers', group: 'company' },
  { name: 'resources', path: '/resources', room: 'siteresources', group: 'company' },
  { name: 'contact', path: '/contact', room: 'sitecontact', group: 'company' },
  { name: 'security', path: '/security', room: 'sitesecurity', group: 'trust' },
  { name: 'privacy', path: '/privacy', room: 'siteprivacy', also: ['siteoperator'], group: 'trust' },
  { name: 'gdpr', path: '/gdpr', room: 'sitegdpr', also: ['siteoperator'], group: 'trust' },
  { name: 'terms', path: '/terms', room: 'siteterms', also: ['siteoperator'], group: 'trust' },
  { name: 'faq', path: '/faq', room: 'sitefaq', group: 'help' },
  { name: 'help', path: '/help', room: 'help', group: 'help' },
  { name: 'guideQuickSetup', path: '/help/quick-setup', room: 'guidequicksetup', also: ['help'], group: 'help' },
  { name: 'guideEmailSetup', path: '/help/email-setup', room: 'guideemailsetup', also: ['help'], group: 'help' },
  { name: 'guideWhatsappSetup', path: '/help/whatsapp-setup', room: 'guidewhatsappsetup', also: ['help'], group: 'help' },
  { name: 'guideCreatingFilters', path: '/help/creating-filters', room: 'guidecreatingfilters', also: ['help'], group: 'help' },
  { name: 'guideAdvancedRules', path: '/help/advanced-rules', room: 'guideadvancedrules', also: ['help'], group: 'help' },
  { name: 'guideFirstEmail', path: '/help/first-email', room: 'guidefirstemail', also: ['help'], group: 'help' },
  { name: 'guideGmail', path: '/help/gmail-integration', room: 'guidegmail', also: ['help'], group: 'help' },
  { name: 'guideWhatsapp', path: '/help/whatsapp-guide', room: 'guidewhatsapp', also: ['help'], group: 'help' },
  { name: 'community', path: '/help/community', room: 'community', also: ['help'], group: 'help' },
  { name: 'changelog', path: '/changelog', room: 'changelog', group: 'company' },
] as const satisfies readonly PublicPage[]

export const languagesOf = ({ languages = [] }: PublicPage): Language[] => ['en', ...languages]

/** Where a page is in a language: in English where it is told in no other. */
export function pathIn(page: PublicPage, language: string): string {
  if (language === 'en' || !languagesOf(page).some(known => known === language)) return page.path
  return `/${language}${page.path === '/' ? '' : page.path}`
}

/** Undefined where none of them is. */
export const pageAt = (path: string): PublicPage | undefined =>
  pages.find(page => languagesOf(page).some(language => pathIn(page, language) === path))

export type PageName = (typeof pages)[number]['name']

/** Paths that people try, and where the page is. */
export const redirects = [
  { from: '/enterprise', to: '/solutions/enterprise' },
  { from: '/compliance', to: '/solutions/compliance' },
] as const
