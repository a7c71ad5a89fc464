// Lists the guides in reading order.
import { pages } from '../navigation/public-pages.ts'

type HelpPage = Extract<(typeof pages)[number], { path: `/help/${string}` }>
export type GuideName = HelpPage['name']

const isGuide = (page: (typeof pages)[number]): page is HelpPage => page.path.startsWith('/help/')

export const guidePages: readonly HelpPage[] = pages.filter(isGuide)

/** The part of the path after `/help/`. */
export const slugOf = (name: GuideName): string => guidePages.find(page => page.name === name)?.path.slice('/help/'.length) ?? ''
