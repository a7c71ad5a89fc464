// Shows each screen in both widths and both themes with a single load; the next one loads in the last combination.
import { expect, type Page } from '@playwright/test'
import { axeOn, sidewaysPx, themeRules, untilDrawn } from './axe.ts'

// From each to the next one thing changes.
const looks = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

const narrowest = { width: 320, height: 640 }

interface Walk {
  /** Loads a screen, waits until it stands still, and looks at it in every look. */
  visit(path: string): Promise<void>
  /** Looks at the screen that is shown in every look. */
  look(name: string): Promise<void>
  /** All that there is to complain of, each with its screen and its look. */
  found: string[]
}

export async function beginWalk(page: Page): Promise<Walk> {
  const found: string[] = []
  let turn = 0
  await wear(page, turn)
  const look = async (name: string) => {
    const checked = new Set<number>()
    for (let i = 0; i < looks.length; i++) {
      const { width, colorScheme } = await wear(page, i === 0 ? turn : ++turn)
      await expect(page.locator('html')).toHaveClass(new RegExp(String.raw`\b${colorScheme}\b`))
      await untilStill(page)
      if ((await sidewaysPx(page)) > 0) found.push(`${name}, ${width} px: scrolls sideways`)
      const complaints = await axeOn(page, checked.has(width) ? themeRules : undefined)
      checked.add(width)
      found.push(...complaints.map(complaint => `${name}, ${width} px, ${colorScheme}: ${complaint}`))
      await shot(page, `${name}-${width}-${colorScheme}`)
    }
    await page.setViewportSize(narrowest)
    if ((await sidewaysPx(page)) > 0) found.push(`${name}, ${narrowest.width} px: scrolls sideways`)
    await wear(page, turn)
  }
  const visit = async (path: string) => {
    await page.goto(path)
    await untilStill(page)
    await expect(page).toHaveTitle(/\S+ · Mailferry$/)
    await look(path)
  }
  return { visit, look, found }
}

async function wear(page: Page, turn: number) {
  const { width, colorScheme } = looks[turn % looks.length] ?? looks[0]
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  return { width, colorScheme }
}

export async function untilStill(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await untilDrawn(page)
}

export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['E2E_SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(/\W/g, '-')}.png`, fullPage: true })
}
