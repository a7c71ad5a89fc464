// Helpers for tests of the notice that a session is about to end, on pages with a simulated clock.
import type { Page } from '@playwright/test'
import { passTo, walkUntil } from './moved-clock.ts'
import { expect } from './watched.ts'

export const notice = (page: Page) => page.getByRole('alertdialog', { name: 'Security Notice' })
export const timer = (page: Page) => notice(page).getByRole('timer')
/** What is said when it has ended. */
export const farewell = 'Logged out for your security'
/** The session as the browser keeps it. */
export const stored = async (page: Page): Promise<string | null> =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => /^sb-.*-auth-token$/.test(key))?.[1] ?? null)

/** Moves a stopped clock to `at`, and on until the notice stands there: its first appearance takes React some moments of that clock. */
export async function passToNotice(page: Page, at: number): Promise<void> {
  await passTo(page, at)
  await walkUntil(page, () => notice(page).isVisible())
}

/** `late` ms after the boundary is still on it: a tick, a step of the clock. */
export function expectAt(at: number | undefined, due: number, late = 900): void {
  expect(at).toBeGreaterThanOrEqual(due - 50)
  expect(at).toBeLessThan(due + late)
}
