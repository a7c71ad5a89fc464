// Helpers for the browser tests of the console: its texts, its confirm dialogs, its tables, and the way there by keyboard.
import { expect, type Locator, type Page } from '@playwright/test'
import { loadWords } from '../../server/foundation/words.ts'
import type { Person } from './admin-people.ts'
import { expectClean } from './axe.ts'

/** The English texts that the pages show: a better wording breaks no test. */
export const words = loadWords('en')
const ui = words.of('adminui')
const users = words.of('adminusers')

export const reason = 'A test of the console.'

/** The dialog that asks for a reason is clean, is answered, and closes. `word` is typed where it cannot be undone. */
export async function confirmAction(page: Page, action: string, word?: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expectClean(page)
  await dialog.getByLabel(ui('confirm.reason'), { exact: true }).fill(reason)
  if (word !== undefined) await dialog.getByLabel(ui('confirm.type', { word }), { exact: true }).fill(word)
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

/** From the list to the page of one person. */
export async function findUser(page: Page, { email }: Person): Promise<void> {
  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: users('search') }).fill(email)
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(page.getByRole('table', { name: users('title') }).getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: email, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
}

/** The row of a table that has this text. */
export const rowOf = (page: Page, table: string, text: string | RegExp): Locator =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text })

/** Passes once the Tab key has reached it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const isReached = () => target.evaluate(element => element === document.activeElement)
  for (let i = 0; i < 200 && !(await isReached()); i++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}
