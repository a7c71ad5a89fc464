// The screens of the public pages.
import type { ComponentType } from 'react'
import type { CatalogName } from '../../core/words/catalogs.ts'
import { type Language, languages } from '../../core/words/languages.ts'
import { findPage, languagesOf, type PageName, type PublicPage, pages, pathIn, soldEdition } from '../navigation/public-pages.ts'
import { type Screen, screen } from '../navigation/screen.tsx'
import { withHead } from '../site/page-head.tsx'

export const site = screen(['pages', 'reader'], async () => (await import('../site/Site.tsx')).Site)
export const notFound = screen(['pages'], async () => (await import('../site/NotFound.tsx')).NotFound)

/** The code of each public page; their table is navigation/public-pages.ts. */
const loaders: Record<PageName, () => Promise<ComponentType>> = {
  home: async () => (await import('../site/pages/Home.tsx')).Home,
  howItWorks: async () => (await import('../site/pages/HowItWorks.tsx')).HowItWorks,
  features: async () => (await import('../site/pages/Features.tsx')).Features,
  pricing: async () => (await import('../site/pages/Pricing.tsx')).Pricing,
  integrations: async () => (await import('../site/pages/Integrations.tsx')).Integrations,
  solutions: async () => (await import('../site/pages/Solutions.tsx')).Solutions,
  remoteWork: async () => (await import('../site/pages/RemoteWork.tsx')).RemoteWork,
  enterprise: async () => (await import('../site/pages/Enterprise.tsx')).Enterprise,
  compliance: async () => (await import('../site/pages/Compliance.tsx')).Compliance,
  caseStudies: async () => (await import('../site/pages/CaseStudies.tsx')).CaseStudies,
  about: async () => (await import('../site/pages/About.tsx')).About,
  careers: async () => (await import('../site/pages/Careers.tsx')).Careers,
  resources: async () => (await import('../site/pages/Resources.tsx')).Resources,
  contact: async () => (await import('../site/pages/Contact.tsx')).Contact,
  security: async () => (await import('../site/pages/Security.tsx')).Security,
  privacy: async () => (await import('../site/pages/Privacy.tsx')).Privacy,
  gdpr: async () => (await import('../site/pages/Gdpr.tsx')).Gdpr,
  terms: async () => (await import('../site/pages/Terms.tsx')).Terms,
  faq: async () => (await import('../site/pages/Faq.tsx')).Faq,
  help: async () => (await import('../help/Help.tsx')).Help,
  guideQuickSetup: async () => (await import('../help/GuideQuickSetup.tsx')).GuideQuickSetup,
  guideEmailSetup: async () => (await import('../help/GuideEmailSetup.tsx')).GuideEmailSetup,
  guideWhatsappSetup: async () => (await import('../help/GuideWhatsappSetup.tsx')).GuideWhatsappSetup,
  guideCreatingFilters: async () => (await import('../help/GuideCreatingFilters.tsx')).GuideCreatingFilters,
  guideAdvancedRules: async () => (await import('../help/GuideAdvancedRules.tsx')).GuideAdvancedRules,
  guideFirstEmail: async () => (await import('../help/GuideFirstEmail.tsx')).GuideFirstEmail,
  guideGmail: async () => (await import('../help/GuideGmail.tsx')).GuideGmail,
  guideWhatsapp: async () => (await import('../help/GuideWhatsapp.tsx')).GuideWhatsapp,
  community: async () => (await import('../help/Community.tsx')).Community,
  changelog: async () => (await import('../site/pages/Changelog.tsx')).Changelog,
}
/** The code of pages that are other pages where plans are sold. */
const soldLoaders: Partial<Record<PageName, () => Promise<ComponentType>>> = {
  home: async () => (await import('../site/pages/SoldHome.tsx')).SoldHome,
  pricing: async () => (await import('../site/pages/SoldPricing.tsx')).SoldPricing,
}
const extraCatalogs = ({ also }: PublicPage): readonly CatalogName[] => also ?? []
const pageScreen = (page: PublicPage, load: () => Promise<ComponentType>): Screen =>
  screen([page.catalog, ...extraCatalogs(page)], async () => withHead(page, await load()))

/** The public pages, with their path in each of their languages; `sold` is shown where plans are sold. */
export const publicPages = pages.map(page => {
  const free = pageScreen(page, loaders[page.name])
  const loadSold = soldLoaders[page.name]
  return {
    paths: Object.fromEntries(languagesOf(page).map(language => [language, pathIn(page, language)])),
    free,
    sold: loadSold ? pageScreen(soldEdition(page), loadSold) : free,
  }
})

/** The page at a path and its language, or the 404 page. */
export function findPublicScreen(path: string, edition: 'free' | 'sold'): Screen & { language: Language } {
  for (const { paths, ...screens } of publicPages)
    for (const language of languages) if (paths[language] === path) return { ...screens[edition], language }
  return { ...notFound, language: 'en' }
}

export const isPublicPath = (path: string): boolean => findPage(path) !== undefined

export const publicWatch = screen(['session'], async () => (await import('../auth/AuthFrame.tsx')).PublicWatch)
