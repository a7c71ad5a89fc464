// Tests the console's analytics: the range is in the URL, and behind a plot is its table.
import type { Page } from '@playwright/test'
import { getTrafficApi } from '../../core/api/admin/analytics.ts'
import { words } from './admin-console.ts'
import { enterStaff } from './admin-people.ts'
import { expectClean } from './axe.ts'
import { expect, test } from './watched.ts'

const t = words.of('adminanalytics')

/** A new server has counted no hour yet: its own answer, with an email in each part. */
async function countEmails(page: Page): Promise<void> {
  await page.route('**/api/admin/analytics/traffic?*', async route => {
    const { period, series } = getTrafficApi.answer.parse(await (await route.fetch()).json())
    const points = period.starts.map((_, part) => part + 1)
    const counted = series.map(one => ({ ...one, points, count: points.reduce((sum, count) => sum + count, 0) }))
    await route.fulfill({ json: { period, series: counted } })
  })
}

test('the range is in the URL, and behind a plot is its table, which stays when the page is loaded again', async ({ page }) => {
  await enterStaff(page, 'billing')
  await countEmails(page)
  await page.goto('/admin/analytics')
  const range = page.getByRole('region', { name: t('range'), exact: true })
  const asked = page.waitForRequest(/\/analytics\/traffic\?(.*&)?range=30d/)
  await range.getByRole('button', { name: t('range.30d'), exact: true }).click()
  await asked
  await expect(page).toHaveURL(/[?&]range=30d/)
  await page
    .getByRole('button', { name: t('asTable'), exact: true })
    .first()
    .click()
  const rows = page.getByRole('table', { name: t('traffic'), exact: true }).getByRole('row')
  await expect(rows).toHaveCount(31)
  await expect(rows.nth(30)).toContainText('30')
  await expectClean(page)
  await page.reload()
  await expect(range.getByRole('button', { name: t('range.30d'), exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toHaveCount(31)
  await page.getByRole('button', { name: t('asPlot'), exact: true }).click()
  await expect(rows).toHaveCount(0)
})
