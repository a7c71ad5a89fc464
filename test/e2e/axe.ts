// Reports accessibility violations found by axe, and horizontal scrolling, on the current page.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

type Findings = { violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[] }

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that depend on theme and width; all others depend on the markup. */
export const themeRules = ['color-contrast', 'target-size']

/** One sentence for each complaint. axe runs beside the page's own scripts, so that the page's policy stays in force. */
export async function complaintsOf(page: Page): Promise<string[]> {
  const px = await sidewaysPx(page)
  return [...(px > 0 ? [`scrolls sideways by ${px} px`] : []), ...(await axeOn(page))]
}

export async function expectClean(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  // Faded in: half a colour has half the contrast.
  if ((await dialog.count()) > 0) await expect(dialog).toHaveCSS('opacity', '1')
  await untilDrawn(page)
  expect(await complaintsOf(page)).toEqual([])
}

/** Fonts are there, and what was asked for last is drawn; what moves for ever is not waited for. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let i = 0; i < 2; i++) await new Promise(done => requestAnimationFrame(done))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map(animation => animation.finished.catch(() => undefined)))
  })
}

/** How far the page scrolls sideways, and still does a second later: what was drawn for another width may take its time. */
export async function sidewaysPx(page: Page): Promise<number> {
  if ((await sidewaysNow(page)) <= 0) return 0
  await page.waitForTimeout(1000)
  await untilDrawn(page)
  return sidewaysNow(page)
}

const sidewaysNow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** What axe finds once it finds the same a second later: a colour that fades in is no complaint. By these rules alone where they are named. */
export async function axeOn(page: Page, rules?: string[]): Promise<string[]> {
  for (let before: string[] = []; ; ) {
    const found = await axeNow(page, rules)
    if (found.every(complaint => before.includes(complaint))) return found
    before = found
    await page.waitForTimeout(1000)
    await untilDrawn(page)
  }
}

async function axeNow(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async only => {
    // Our frames run no script, so that axe would only wait there for an answer.
    const options = { resultTypes: ['violations'], iframes: false, ...(only && { runOnly: only }) }
    const { violations }: Findings = await Reflect.get(window, 'axe').run(options)
    return violations.flatMap(v => v.nodes.map(node => `${v.id} at ${JSON.stringify(node.target)}: ${node.failureSummary ?? ''}`))
  }, rules)
}
