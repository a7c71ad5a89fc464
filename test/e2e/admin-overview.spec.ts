// Tests the console's overview: a figure leads to its list, and the rules of alerts can be edited.
import { reason, words } from './admin-console.ts'
import { enterStaff } from './admin-people.ts'
import { expectClean } from './axe.ts'
import { expect, test } from './watched.ts'

const t = words.of('adminoverview')

test('a figure leads to the list that it counts', async ({ page }) => {
  await enterStaff(page, 'support')
  await page.goto('/admin')
  const figure = page
    .getByRole('region', { name: t('figures'), exact: true })
    .locator('dl > div')
    .filter({ hasText: t('users.week') })
  await expect(figure.getByRole('link')).toHaveText(/^[1-9]/)
  const asked = page.waitForRequest(/\/api\/admin\/users\?(.*&)?from=/)
  await figure.getByRole('link').click()
  const from = new URL((await asked).url()).searchParams.get('from') ?? ''
  expect(Math.abs(Date.parse(from) - Date.now() + 7 * 86_400_000)).toBeLessThan(120_000)
  const users = words.of('adminusers')
  await expect(page.getByRole('heading', { level: 1, name: users('title'), exact: true })).toBeVisible()
  await expect(page.getByLabel(users('filter.from'))).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await expect(page.getByRole('table', { name: users('title') }).getByRole('row')).not.toHaveCount(0)
  await expectClean(page)
})

test('an administrator edits a rule of the alerts; support reads it', async ({ page }) => {
  await enterStaff(page, 'admin')
  await page.goto('/admin')
  const dialog = page.getByRole('dialog', { name: t('edit.title') })
  const minutes = dialog.getByLabel(t('edit.minutesOf', { rule: t('rule.certificate') }))
  const open = () => page.getByRole('button', { name: t('alerts.edit'), exact: true }).click()
  await open()
  const heights = await dialog.locator('label').evaluateAll(labels => labels.map(label => label.getBoundingClientRect().height))
  // A name in a squeezed column breaks after each letter.
  expect(Math.max(...heights)).toBeLessThan(90)
  const before = await minutes.inputValue()
  const after = before === '61' ? '62' : '61'
  await minutes.fill(after)
  const save = dialog.getByRole('button', { name: t('edit.save'), exact: true })
  await save.click()
  await expect(dialog.getByText(words.of('adminui')('confirm.reasonMissing'))).toBeVisible()
  await expectClean(page)
  await dialog.getByLabel(words.of('adminui')('confirm.reason'), { exact: true }).fill(reason)
  await save.click()
  await expect(dialog).toHaveCount(0)

  await enterStaff(page, 'support')
  await page.goto('/admin')
  await open()
  await expect(minutes).toHaveValue(after)
  await expect(minutes).toBeDisabled()
})
