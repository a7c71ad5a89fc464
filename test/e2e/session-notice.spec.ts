// Tests the notice before a session ends, to the second, in a real browser with a simulated clock.
import type { Page } from '@playwright/test'
import { z } from 'zod/mini'
import { diaryOf, minute, move, open, pass, passTo, second, signInAt, stop, walk, walkUntil } from './moved-clock.ts'
import { expectAt, farewell, notice, passToNotice, stored, timer } from './session-notice.ts'
import { expect, test } from './watched.ts'

const Stored = z.object({ access_token: z.string() })

// They mostly wait, each for itself: in one row they would be the last of all files to end.
test.describe.configure({ mode: 'parallel' })

test('after 13 minutes the notice counts down each second, and after 15 the person is logged out', async ({ context }) => {
  const { page, asked } = await signInAt(context, '/profile')
  const since = await stop(page)
  await passTo(page, since + 13 * minute - 200)
  await expect(notice(page)).toHaveCount(0)
  await walkUntil(page, () => notice(page).isVisible())
  await walkUntil(page, async () => (await timer(page).innerText()) === '1:57')
  const { notice: shownAt, ...seen } = await diaryOf(page)
  expectAt(shownAt, since + 13 * minute)
  for (const [i, time] of ['2:00', '1:59', '1:58', '1:57'].entries()) expectAt(seen[`timer ${time}`], since + 13 * minute + i * second)
  await expect(notice(page)).toContainText('Time remaining before automatic logout')
  await expect(notice(page)).toContainText('This feature protects your account against unauthorized access.')
  const { access_token } = Stored.parse(JSON.parse((await stored(page)) ?? ''))

  await passTo(page, since + 15 * minute - second)
  await expect(timer(page)).toHaveText('0:01')
  await walkUntil(page, () => asked.logouts.length > 0)
  await walkUntil(page, () => page.getByText(farewell).isVisible())
  await expect(page.getByText('You were logged out after 15 minutes of inactivity.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  expect(await stored(page)).toBeNull()
  await walk(page, second)
  expect(new URL(page.url()).pathname).toBe('/profile')
  await walkUntil(page, () => new URL(page.url()).pathname === '/login')
  await page.clock.resume()
  await page.waitForURL('**/login?reason=inactivity')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('You were logged out after 15 minutes of inactivity.')).toBeVisible()
  const { toast = 0, left } = await diaryOf(page)
  expectAt(toast, since + 15 * minute, 2000)
  // The toast is drawn a little after it was raised.
  expectAt(left, toast + 1.5 * second, 1500)
  expect(asked.logged).toEqual([{ action: 'auth.auto_logout', status: 'info', details: { reason: 'inactivity' } }])
  expect(asked.logouts).toEqual(['?scope=local'])
  const answer = await page.request.get('/auth/v1/user', { headers: { authorization: `Bearer ${access_token}` } })
  expect(answer.status()).toBe(403)
})

test('nothing but its two buttons ends the notice, and the focus stays in it', async ({ context, toasts }) => {
  const { page } = await signInAt(context, '/profile')
  await pass(page, 13 * minute + 5 * second)
  await expect(notice(page).getByRole('button', { name: 'Continue Working' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await move(page)
  await page.mouse.wheel(0, 200)
  await expect(notice(page)).toBeVisible()
  await expect(notice(page).getByRole('button')).toHaveCount(2)
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Tab')
    await expect(notice(page).locator(':focus')).toHaveCount(1)
  }
  await pass(page, minute + 53 * second)
  await toasts.expectSaid(farewell)
})

test('the countdown speaks at 2:00, 1:00, 0:30 and 0:10', async ({ context }) => {
  const { page } = await signInAt(context, '/profile')
  const since = await stop(page)
  const spoken = { '2 minutes': 120, '1 minute': 60, '30 seconds': 30, '10 seconds': 10 }
  for (const [words, left] of Object.entries(spoken)) {
    await passTo(page, since + 15 * minute - left * second - 200)
    await walk(page, second)
    await expect(notice(page).getByRole('status')).toHaveText(`${words} until you’re logged out.`)
  }
  const heard = Object.entries(await diaryOf(page)).filter(([what]) => what.startsWith('spoken'))
  expect(heard).toHaveLength(4)
  for (const [words, left] of Object.entries(spoken))
    expectAt(heard.find(([what]) => what.includes(words))?.[1], since + 15 * minute - left * second)
})

test('Continue Working begins the fifteen minutes anew and says so for three seconds', async ({ context }) => {
  const { page, asked } = await signInAt(context, '/profile')
  const since = await stop(page)
  await passToNotice(page, since + 14 * minute + 50 * second)
  await notice(page).getByRole('button', { name: 'Continue Working' }).click()
  const again = since + 14 * minute + 50 * second
  const said = page.getByText('Session extended', { exact: true })
  await walkUntil(page, () => said.isVisible())
  await expect(page.getByText('Your session has been extended. Thank you for staying secure!')).toBeVisible()
  await walkUntil(page, async () => (await notice(page).count()) === 0)
  const { toast = 0 } = await diaryOf(page)
  await passTo(page, toast + 2.5 * second)
  await expect(said).toBeVisible()
  await walk(page, 2 * second)
  await expect(said).toHaveCount(0)
  await passTo(page, again + 13 * minute - 200)
  await expect(notice(page)).toHaveCount(0)
  await walk(page, second)
  await expect(notice(page)).toBeVisible()
  expect(asked.logged).toEqual([])
})

test('Logout Now ends at the sign-in page, and the session is over on the server', async ({ context }) => {
  const { page, asked } = await signInAt(context, '/profile')
  await pass(page, 13 * minute)
  await notice(page).getByRole('button', { name: 'Logout Now' }).click()
  await page.waitForURL(url => url.pathname === '/login')
  await expect.poll(() => asked.logouts).toEqual(['?scope=local'])
  expect(await stored(page)).toBeNull()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

/** A public page is there before its session watch, which is loaded later: waits until it records activity. */
async function openPublic(page: Page): Promise<void> {
  await open(page, '/')
  const openedAt = await page.evaluate(() => Date.now())
  const lastActivityAt = async () => {
    await move(page)
    return page.evaluate(() => Number(JSON.parse(localStorage.getItem('mailferry-session') ?? '{}').activeAt))
  }
  await expect.poll(lastActivityAt).toBeGreaterThanOrEqual(openedAt)
}

test('the notice stands over a public page too, and over a dialog', async ({ context }) => {
  const { page } = await signInAt(context, '/filters')
  await openPublic(page)
  const onPublic = await stop(page)
  await passToNotice(page, onPublic + 14 * minute)
  await expect(timer(page)).toHaveText('1:00')
  await notice(page).getByRole('button', { name: 'Continue Working' }).click()
  await walkUntil(page, async () => (await notice(page).count()) === 0)
  await page.clock.resume()
  await open(page, '/email-accounts')
  await page.getByRole('button', { name: 'Add email account' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add email account' })
  await expect(dialog).toBeVisible()
  await pass(page, 14 * minute)
  await expect(notice(page).getByRole('button', { name: 'Continue Working' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(notice(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(notice(page)).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await openPublic(page)
  await pass(page, 13 * minute)
  await notice(page).getByRole('button', { name: 'Logout Now' }).click()
  await page.waitForURL('**/login')
})
