// The guides in their order.
import { pages } from '../site/pages.ts'

type HelpPage = Extract<(typeof pages)[number], { path: `/help/${string}` }>
export type GuideName = HelpPage['name']

const isGuide = (page: (typeof pages)[number]): page is HelpPage => page.path.startsWith('/help/')

export const guidePages: readonly HelpPage[] = pages.filter(isGuide)

/** What stands behind `/help/`. */
export const slugOf = (name: GuideName): string => guidePages.find(page => page.name === name)?.path.slice('/help/'.length) ?? ''
