// Tests the console's diagnostics: findings come one by one, an action is started, and the support bundle is saved.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { z } from 'zod/mini'
import { confirmAction, words } from './admin-console.ts'
import { enterStaff } from './admin-people.ts'
import { expectClean } from './axe.ts'
import { expect, test } from './watched.ts'

const t = words.of('admindiagnostics')

/** Keeps how many findings were shown, each time that it changed. */
const countFindings = (page: Page): Promise<unknown> =>
  page.addInitScript(label => {
    const counts: number[] = []
    Reflect.set(window, 'findingCounts', counts)
    new MutationObserver(() => {
      const count = document.querySelectorAll(`ul[aria-label="${label}"] > li`).length
      if (count > 0 && count !== counts.at(-1)) counts.push(count)
    }).observe(document, { childList: true, subtree: true })
  }, t('findings'))

test('findings come one by one, an action is started with a reason, and the support bundle names nobody', async ({ page }) => {
  const staff = await enterStaff(page, 'admin')
  await countFindings(page)
  await page.goto('/admin/diagnostics')
  await expect(page.getByRole('button', { name: t('start'), exact: true })).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText(t('lead.running'))).toHaveCount(0)
  const counts = z.array(z.number()).parse(await page.evaluate(() => Reflect.get(window, 'findingCounts')))
  expect(counts.length).toBeGreaterThan(2)
  expect(Math.max(...counts)).toBeGreaterThan(5)
  await expectClean(page)

  const action = t('action.reclaim_deliveries')
  const row = page.getByRole('listitem').filter({ hasText: action })
  await row.getByRole('button').click()
  await confirmAction(page, t('action.start'))
  await expect(page.getByRole('status').filter({ hasText: /\S/ }).last()).toBeVisible()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: t('bundle.download') }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^mailferry-support-\d{4}-\d\d-\d\d\.json$/)
  const bundle = readFileSync(await download.path(), 'utf8')
  expect(Object.keys(JSON.parse(bundle))).toContain('madeAt')
  expect(bundle).not.toContain(staff.email)
})
