// Visits each route once and checks its URL, title and content, and that no width or theme shows a problem.
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { axeOn, sidewaysPx, themeRules } from './axe.ts'
import { shot, untilStill } from './looks.ts'

/** So many pages are open side by side. */
const atOnce = 3

export interface Walked {
  /** The path of each title. */
  titles: Map<string, string>
  /** All that there is to complain of, each with its path. */
  found: string[]
}

/** `before` is what was walked by others: no title may be met twice. */
export async function walkAll(context: BrowserContext, paths: readonly string[], before?: Walked): Promise<Walked> {
  const waiting = [...paths]
  const walked: Walked = before ?? { titles: new Map(), found: [] }
  const walk = async () => {
    const page = await context.newPage()
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const { title, complaints } = await look(page, path)
      const known = walked.titles.get(title)
      if (known !== undefined && screenOf(known) !== screenOf(path)) complaints.push(`has the title of ${known}, “${title}”`)
      walked.titles.set(title, path)
      walked.found.push(...complaints.map(complaint => `${path}: ${complaint}`))
    }
    await page.close()
  }
  await Promise.all(Array.from({ length: atOnce }, walk))
  return walked
}

const pathOf = (path: string): string => path.split('?')[0] ?? ''
/** The panel of one mail stands beside their list, under its title. */
const screenOf = (path: string): string => pathOf(path).replace(/^(\/forwarded-emails)\/[^/]+$/, '$1')

/** Between two looks one thing changes; what depends on the markup alone is asked once. */
async function look(page: Page, path: string): Promise<{ title: string; complaints: string[] }> {
  const complaints: string[] = []
  await wear(page, 390, 'light')
  const answer = await page.goto(path)
  if (answer?.status() !== 200) complaints.push(`answers ${answer?.status()}`)
  await untilStill(page)
  complaints.push(...(await saidOn(page)))
  for (const [width, theme] of looks) {
    await wear(page, width, theme)
    await expect(page.locator('html')).toHaveClass(new RegExp(String.raw`\b${theme}\b`))
    await untilStill(page)
    const px = await sidewaysPx(page)
    if (px > 0) complaints.push(`scrolls sideways by ${px} px at ${width} px`)
    const rules = width === 390 && theme === 'light' ? undefined : themeRules
    if (width === 390 || theme === 'light') complaints.push(...(await axeOn(page, rules)).map(one => `${width} px, ${theme}: ${one}`))
    await shot(page, `${path}-${width}-${theme}`)
  }
  complaints.push(...seenAt(page, path))
  return { title: await page.title(), complaints }
}

const looks = [
  [390, 'light'],
  [390, 'dark'],
  [1440, 'dark'],
  [1440, 'light'],
] as const

async function wear(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** Whoever opens a route sees that route. */
export function seenAt(page: Page, path: string): string[] {
  const seen = new URL(page.url()).pathname
  return seen === pathOf(path) ? [] : [`leads to ${seen}`]
}

/** One main, one heading above all, and two sentences that help. */
async function saidOn(page: Page): Promise<string[]> {
  const { mains, headings, text } = await page.evaluate(() => ({
    mains: document.querySelectorAll('main').length,
    headings: document.querySelectorAll('h1').length,
    text: document.querySelector('main')?.innerText ?? '',
  }))
  const sentences = text.match(/[.!?؟](?=\s|$)/g)?.length ?? 0
  return [
    ...(mains === 1 ? [] : [`has ${mains} main`]),
    ...(headings === 1 ? [] : [`has ${headings} h1`]),
    ...(text.length >= 120 && sentences >= 2 ? [] : [`says too little: ${text.length} characters, ${sentences} sentences`]),
  ]
}
