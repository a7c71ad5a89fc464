// Tests filters as a new user meets them: described in words, tried on real email, imported, changed, reverted.
import { enter, type Settled, settledPerson } from './people.ts'
import { expect, test } from './watched.ts'

let settled: Settled

test.beforeAll(async ({ baseURL }) => {
  settled = await settledPerson(baseURL ?? '')
})

test.beforeEach(async ({ page }) => {
  await enter(page, settled.email)
})

test('a filter is said in words, confirmed, tried on the mail that is there, and saved', async ({ page }) => {
  await page.goto('/filters/new')
  await page.getByLabel('Describe it in your own words').fill('mails with lunch in the subject')
  await page.getByRole('button', { name: 'Build filter' }).click()
  await page.getByRole('button', { name: 'Use this filter' }).click()
  await expect(page.getByRole('textbox', { name: 'The same filter, typed' })).toHaveValue('subject:lunch')
  await expect(page.getByRole('region', { name: 'Try it on your email' })).toContainText(/1\s*of 2 emails.*would be forwarded/)
  await expect(page.getByRole('region', { name: 'Try it on your email' }).locator('mark')).toHaveText(['Lunch'])
  await page.getByLabel('Name', { exact: true }).fill('Lunch')
  await page.getByRole('button', { name: 'Save filter' }).first().click()
  await page.waitForURL('**/filters')
  await expect(page.getByText('“Lunch” saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Apply to past email' }).click()
  await page.getByRole('button', { name: 'Forward past email' }).click()
  await expect(page.getByText(/1 email is on its way/)).toBeVisible()
})

test('the builder and the typed filter are one, and the trial shows what changes', async ({ page }) => {
  await page.goto(`/filters/${settled.filterId}`)
  const trial = page.getByRole('region', { name: 'Try it on your email' })
  const typed = page.getByRole('textbox', { name: 'The same filter, typed' })
  await expect(trial).toContainText('the same as the saved filter')
  await typed.fill('subject:lunch')
  await expect(page.getByRole('group', { name: 'Condition 1' })).toContainText('lunch')
  await expect(trial).toContainText('+1')
  await expect(trial).toContainText('−1')
  await typed.fill('subject:(lunch')
  await expect(page.getByText(/Place 9: This isn’t closed/)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Condition 1' })).toContainText('lunch')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(typed).toHaveValue(/invoice/)
})

test('a filter that is deleted comes back as it was, at the same address', async ({ page }) => {
  const address = `/filters/${settled.filterId}`
  await page.goto(address)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete filter' }).click()
  await page.waitForURL('**/filters')
  const link = page.locator(`a[href="${address}"]`).first()
  await expect(link).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(link).toBeVisible()
  await link.click()
  await expect(page.getByRole('textbox', { name: 'The same filter, typed' })).toHaveValue(/invoice/)
})

test('a Sieve script is looked through before it is taken in', async ({ page }) => {
  await page.goto('/filters/import')
  await page
    .getByLabel('Text to import')
    .fill('require "vacation";\n# rule:[Taken in]\nif header :contains "subject" "berth" { vacation "Away"; keep; }\n')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('checkbox', { name: 'Import “Taken in”' })).toBeChecked()
  await expect(page.locator('mark').first()).toContainText('vacation')
  await page.getByRole('button', { name: 'Import 1 filter' }).click()
  await page.waitForURL('**/filters')
  await expect(page.getByRole('article', { name: 'Taken in' })).toContainText('berth')
})

test('a filter is changed and taken back', async ({ page }) => {
  await page.goto(`/filters/${settled.filterId}`)
  await page.getByLabel('Name', { exact: true }).fill('Bills, changed')
  await page.getByRole('button', { name: 'Save changes' }).first().click()
  await page.waitForURL('**/filters')
  await page.goto(`/filters/${settled.filterId}/history`)
  await page.getByRole('button', { name: 'Restore' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'History of “Bills”' })).toBeVisible()
  await expect(page.getByText(/restored from version 1/)).toBeVisible()
})

test('filters are ordered by their buttons and stay so', async ({ page, baseURL }) => {
  const other = await settledPerson(baseURL ?? '')
  await enter(page, other.email)
  await page.goto('/filters/templates')
  await page.getByRole('region', { name: 'Parcels' }).getByRole('button', { name: 'Use template' }).click()
  await page.getByRole('button', { name: 'Save filter' }).first().click()
  await page.waitForURL('**/filters')
  const names = () =>
    page
      .getByRole('list', { name: /in the order/ })
      .getByRole('heading')
      .allTextContents()
  await expect.poll(names).toEqual(['Bills', 'Parcels'])
  await page.getByRole('button', { name: 'Move Parcels up' }).click()
  await expect.poll(names).toEqual(['Parcels', 'Bills'])
  await page.reload()
  await expect.poll(names).toEqual(['Parcels', 'Bills'])
})
