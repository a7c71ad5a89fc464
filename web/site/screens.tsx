// The screens of the public pages.
import type { ComponentType } from 'react'
import { type Language, languages } from '../../core/words/languages.ts'
import type { Room } from '../../core/words/rooms.ts'
import { type Screen, screen } from '../screen.tsx'
import { headed } from './headed.tsx'
import { languagesOf, type PageName, type PublicPage, pageAt, pages, pathIn } from './pages.ts'

export const site = screen(['pages', 'reader'], async () => (await import('./Site.tsx')).Site)
export const notFound = screen(['pages'], async () => (await import('./NotFound.tsx')).NotFound)

/** Where the code of each public page is; the table itself is site/pages.ts. */
const views: Record<PageName, () => Promise<ComponentType>> = {
  home: async () => (await import('./pages/Home.tsx')).Home,
  howItWorks: async () => (await import('./pages/HowItWorks.tsx')).HowItWorks,
  features: async () => (await import('./pages/Features.tsx')).Features,
  pricing: async () => (await import('./pages/Pricing.tsx')).Pricing,
  integrations: async () => (await import('./pages/Integrations.tsx')).Integrations,
  solutions: async () => (await import('./pages/Solutions.tsx')).Solutions,
  remoteWork: async () => (await import('./pages/RemoteWork.tsx')).RemoteWork,
  enterprise: async () => (await import('./pages/Enterprise.tsx')).Enterprise,
  compliance: async () => (await import('./pages/Compliance.tsx')).Compliance,
  caseStudies: async () => (await import('./pages/CaseStudies.tsx')).CaseStudies,
  about: async () => (await import('./pages/About.tsx')).About,
  careers: async () => (await import('./pages/Careers.tsx')).Careers,
  resources: async () => (await import('./pages/Resources.tsx')).Resources,
  contact: async () => (await import('./pages/Contact.tsx')).Contact,
  security: async () => (await import('./pages/Security.tsx')).Security,
  privacy: async () => (await import('./pages/Privacy.tsx')).Privacy,
  gdpr: async () => (await import('./pages/Gdpr.tsx')).Gdpr,
  terms: async () => (await import('./pages/Terms.tsx')).Terms,
  faq: async () => (await import('./pages/Faq.tsx')).Faq,
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
  changelog: async () => (await import('./pages/Changelog.tsx')).Changelog,
}
const alsoOf = ({ also }: PublicPage): readonly Room[] => also ?? []

/** The public pages, and their path in each language that they are told in. */
export const publicPages = pages.map(page => ({
  paths: Object.fromEntries(languagesOf(page).map(language => [language, pathIn(page, language)])),
  screen: screen([page.room, ...alsoOf(page)], async () => headed(page, await views[page.name]())),
}))

/** The page at a path, and the language that it is told in; where there is none, the page that says so. */
export function publicAt(path: string): Screen & { language: Language } {
  for (const { paths, screen } of publicPages)
    for (const language of languages) if (paths[language] === path) return { ...screen, language }
  return { ...notFound, language: 'en' }
}

export const isPublic = (path: string): boolean => pageAt(path) !== undefined

export const publicWatch = screen(['session'], async () => (await import('../auth/AuthFrame.tsx')).PublicWatch)
