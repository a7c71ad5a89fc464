// Tests the console's log: filters in the URL, an entry's details, a saved view, and the proof that nobody changed it.
import { words } from './admin-console.ts'
import { enterStaff } from './admin-people.ts'
import { expectClean } from './axe.ts'
import { expect, test } from './watched.ts'

const t = words.of('adminlogs')

test('the log is filtered in the URL, an entry opens, and the filters are kept as a view', async ({ page }) => {
  const staff = await enterStaff(page, 'support')
  await page.goto('/admin/logs')
  await page.getByText(t('filter.more'), { exact: true }).click()
  await page.getByLabel(t('filter.user'), { exact: true }).fill(staff.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(url => url.searchParams.get('user') === staff.email)
  await page.reload()
  const rows = page
    .getByRole('table', { name: t('title'), exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows.first()).toContainText(staff.email)
  await expect(rows.filter({ hasNotText: staff.email })).toHaveCount(0)

  const action = await rows.first().locator('code').innerText()
  const opener = rows.first().getByRole('button')
  await opener.click()
  const details = page.getByRole('dialog', { name: action })
  await expect(details.getByText(t('detail.chain'), { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/[?&]entry=/)
  await expectClean(page)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(opener).toBeFocused()

  const views = page.getByRole('navigation', { name: t('views') })
  await views.getByRole('button', { name: t('views.save'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const name = `View ${Date.now()}`
  await dialog.getByLabel(t('views.name'), { exact: true }).fill(name)
  await expectClean(page)
  await dialog.getByRole('button', { name: t('views.save'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto('/admin/logs')
  await views.getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(url => url.searchParams.get('user') === staff.email)
  await views.getByRole('button', { name: t('views.manage'), exact: true }).click()
  await expectClean(page)
  await dialog.getByRole('button', { name: t('views.delete', { name }), exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(views.getByRole('link', { name, exact: true })).toHaveCount(0)
})

test('the log is compared with its chain, and is unchanged', async ({ page }) => {
  await enterStaff(page, 'support')
  await page.goto('/admin/logs')
  const verifying = page.waitForResponse(/\/api\/admin\/logs\/chain\/verification/)
  await page.getByRole('button', { name: t('chain.verify'), exact: true }).click()
  expect((await verifying).status()).toBe(200)
  await expect(page.getByText(t('result.ok'), { exact: true })).toBeVisible()
  await expect(page.getByText(t('result.bad'), { exact: true })).toHaveCount(0)
  await expectClean(page)
})
