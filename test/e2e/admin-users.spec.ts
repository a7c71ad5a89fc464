// Tests the console's users: found, suspended, resumed, given a role, and erased with a receipt; by mouse and by keyboard.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { confirmAction, findUser, reason, rowOf, tabTo, words } from './admin-console.ts'
import { enterStaff, freeServer, newcomer } from './admin-people.ts'
import { expectClean } from './axe.ts'
import { requestsOf } from './billing-people.ts'
import { expect, test } from './watched.ts'

const t = words.of('adminusers')

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('somebody is found, suspended with a reason, and resumed', async ({ page }) => {
  await enterStaff(page, 'admin')
  const person = await newcomer()
  await findUser(page, person)
  await expectClean(page)
  await press(page, t('act.suspend'))
  await confirmAction(page, t('act.suspend'))
  await expect(page.getByRole('button', { name: t('act.resume'), exact: true })).toBeVisible()
  await expect(rowOf(page, t('log'), reason).first()).toBeVisible()
  await expect.poll(async () => (await person.http.get('/api/filters')).ok()).toBe(false)
  await press(page, t('act.resume'))
  await confirmAction(page, t('act.resume'))
  await expect(page.getByText(t('sentence.active'))).toBeVisible()
  const again = await requestsOf(freeServer.url, person.email)
  expect((await again.get('/api/filters')).status()).toBe(200)
})

test('a role is given and taken away', async ({ page }) => {
  await enterStaff(page, 'admin')
  const person = await newcomer()
  await findUser(page, person)
  const role = { role: t('role.support') }
  const roles = page.getByRole('list', { name: t('column.roles') })
  await roles.getByRole('button', { name: t('role.grant', role) }).click()
  await confirmAction(page, t('role.grant', role))
  await roles.getByRole('button', { name: t('role.revoke', role) }).click()
  await confirmAction(page, t('role.revoke', role))
  await expect(roles.getByRole('button', { name: t('role.grant', role) })).toBeVisible()
})

test('an account is erased only with its typed address, and a receipt without a name is left', async ({ page }) => {
  const staff = await enterStaff(page, 'admin')
  const person = await newcomer()
  await findUser(page, person)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await press(page, t('act.erase'))
  const dialog = page.getByRole('dialog')
  const ui = words.of('adminui')
  await dialog.getByLabel(ui('confirm.reason'), { exact: true }).fill(reason)
  await dialog.getByLabel(ui('confirm.type', { word: person.email })).fill(staff.email)
  await dialog.getByRole('button', { name: t('act.erase'), exact: true }).click()
  await expect(dialog.getByText(ui('confirm.mismatch', { word: person.email }))).toBeVisible()
  await confirmAction(page, t('act.erase'), person.email)
  await expect(page).toHaveURL(new RegExp(`/admin/users/erasures\\?userId=${id}$`))
  const row = rowOf(page, t('receipts'), reason)
  await expect(row).toContainText(staff.email)
  const saved = page.waitForEvent('download')
  await row.getByRole('button', { name: t('receipts.json') }).click()
  const receipt = readFileSync(await (await saved).path(), 'utf8')
  expect(receipt).toContain('"userDigest"')
  for (const text of [person.email, id]) expect(receipt).not.toContain(text)
  await expectClean(page)
  expect((await staff.http.get(`/api/admin/users/${id}`)).status()).toBe(404)
})

test('by keyboard a confirm dialog is reached, keeps the focus, closes, and gives the focus back', async ({ page }) => {
  await enterStaff(page, 'admin')
  await findUser(page, await newcomer())
  const opener = page.getByRole('button', { name: t('act.suspend'), exact: true })
  const dialog = page.getByRole('dialog', { name: t('act.suspend.title') })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expectClean(page)
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('Tab')
    // At its end the focus moves on from a guard beside the dialog.
    await expect.poll(() => dialog.evaluate(element => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: words.of('ui')('cancel'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})
