// Tests adding an email account (the address first, then the provider's requirements), and the account's page.
import type { Page } from '@playwright/test'
import { expectClean } from './axe.ts'
import { shot } from './looks.ts'
import { enterNew, freshEmail } from './people.ts'
import { expect, test } from './watched.ts'

async function open(page: Page) {
  await enterNew(page, freshEmail())
  await page.goto('/email-accounts')
  await page.getByRole('button', { name: 'Add email account' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add email account' })
  await expect(dialog.getByLabel('Email address')).toBeFocused()
  return dialog
}

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test(`the provider's steps stand before the password, by the keyboard alone: ${theme}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(name => localStorage.setItem('theme', name), theme)
    const dialog = await open(page)
    await page.keyboard.type('no address')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Enter a full email address')
    await shot(page, `mailbox-address-${theme}`)
    await expectClean(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('anna@gmail.com')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('We found the server for anna@gmail.com: imap.gmail.com.')
    await expect(dialog).toContainText('Copy the 16 characters and paste them below')
    await expect(dialog.getByRole('link', { name: /myaccount\.google\.com/ })).toBeVisible()
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    await shot(page, `mailbox-google-${theme}`)
    await expectClean(page)
  })

test('a provider that lets no app in leads to an address of ours', async ({ page }) => {
  const dialog = await open(page)
  await dialog.getByLabel('Email address').fill('anna@proton.me')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog).toContainText('Proton Mail doesn’t allow IMAP.')
  await expectClean(page)
  await dialog.getByRole('button', { name: 'Use another address' }).click()
  await expect(dialog.getByLabel('Email address')).toHaveValue('anna@proton.me')
  await dialog.getByLabel('Email address').fill('anna@hotmail.com')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Microsoft requires its own sign-in page')
  await dialog.getByRole('button', { name: 'Get a Mailferry address' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/u-[a-z0-9]+@in\.mailferry\.example/).first()).toBeVisible()
})

test('a server that does not answer is said in words, with the settings open and nothing lost', async ({ page, complaints }) => {
  complaints.expected.push(/status of (400|422)/)
  const dialog = await open(page)
  await dialog.getByLabel('Email address').fill('anna@mail.example.com')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Password', { exact: true }).fill('abcd efgh ijkl mnop')
  await dialog.getByText('Server settings').click()
  await expect(dialog.getByLabel('IMAP server')).toHaveValue('imap.mail.example.com')
  await dialog.getByLabel('IMAP server').fill('localhost')
  await dialog.getByLabel('Port').fill('1')
  const sent = page.waitForRequest(request => request.url().endsWith('/api/mailboxes') && request.method() === 'POST')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ password: 'abcdefghijklmnop', host: 'localhost', port: 1 })
  await expect(dialog.getByRole('alert')).toContainText('localhost')
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('abcd efgh ijkl mnop')
  await shot(page, 'mailbox-refused')
  await expectClean(page)
})

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test(`the page of an account tells its mail, its choices and its log, and asks before it is removed: ${theme}, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(name => localStorage.setItem('theme', name), theme)
    await enterNew(page, freshEmail())
    await page.goto('/email-accounts')
    await page.getByRole('button', { name: 'Get a Mailferry address' }).click()
    await page.getByRole('link', { name: /@in\.mailferry\.example/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('@in.mailferry.example')
    await expect(page.getByText('You added the email account.')).toBeVisible()
    await page.getByRole('switch', { name: 'Forward copies' }).click()
    await expect(page.getByRole('switch', { name: 'Forward copies' })).toBeChecked()
    await shot(page, `mailbox-page-${theme}`)
    await expectClean(page)
    await page.getByRole('button', { name: /Options for/ }).click()
    await page.getByRole('menuitem', { name: 'Remove account' }).click()
    await page.getByRole('checkbox', { name: /Also delete/ }).check()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove account' }).click()
    await expect(page).toHaveURL(/\/email-accounts$/)
    await expect(page.getByRole('button', { name: 'Get a Mailferry address' })).toBeVisible()
  })
