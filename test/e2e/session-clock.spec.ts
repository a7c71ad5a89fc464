// Tests the session's time limits in a real browser with a simulated clock: what restarts them, and how they end.
import type { Page } from '@playwright/test'
import { hour, minute, move, pass, passTo, second, signInAt, stop, walkUntil } from './moved-clock.ts'
import { farewell, notice, passToNotice, stored, timer } from './session-notice.ts'
import { expect, test } from './watched.ts'

// They mostly wait, each for itself: in one row they would be the last of all files to end.
test.describe.configure({ mode: 'parallel' })

const doings: Record<string, (page: Page) => Promise<void>> = {
  mouse: page => move(page),
  key: page => page.keyboard.press('Shift'),
  scroll: page => page.evaluate(() => void dispatchEvent(new Event('scroll'))),
  touch: page => page.evaluate(() => void dispatchEvent(new Event('touchstart'))),
}
test(`each of ${Object.keys(doings).join(', ')} begins the fifteen minutes anew`, async ({ context }) => {
  const { page } = await signInAt(context, '/profile')
  let since = await stop(page)
  for (const [name, act] of Object.entries(doings)) {
    await passTo(page, since + 12 * minute)
    await act(page)
    since += 12 * minute
    await passTo(page, since + 12 * minute + 59 * second)
    await expect(notice(page), name).toHaveCount(0)
    await passToNotice(page, since + 13 * minute + second)
    await expect(notice(page), name).toBeVisible()
    await notice(page).getByRole('button', { name: 'Continue Working' }).click()
    since += 13 * minute + second
    await walkUntil(page, async () => (await notice(page).count()) === 0)
  }
})

test('a reload at 14:00 goes on with the countdown', async ({ context }) => {
  const { page } = await signInAt(context, '/profile')
  const since = await stop(page)
  await passToNotice(page, since + 14 * minute)
  await expect(timer(page)).toHaveText('1:00')
  await page.clock.resume()
  await page.reload()
  await expect(timer(page)).toBeVisible()
  const { shown, now } = await page.evaluate(() => ({ shown: document.querySelector('[role=timer]')?.textContent ?? '', now: Date.now() }))
  const [minutes = 0, seconds = 0] = shown.split(':').map(Number)
  // On a busy machine a tick is late.
  expect(Math.abs(minutes * minute + seconds * second - (since + 15 * minute - now))).toBeLessThan(5 * second)
})

test('a machine that slept for an hour is logged out on waking', async ({ context }) => {
  const { page } = await signInAt(context, '/profile')
  await pass(page, hour)
  await expect(page.getByText('You were logged out after 15 minutes of inactivity.')).toBeVisible()
  await page.waitForURL('**/login?reason=inactivity')
})

/** Works for so long, with something to do every ten minutes. */
async function work(page: Page, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10 * minute) {
    await pass(page, Math.min(left, 10 * minute))
    await move(page)
  }
}

test('the session is rotated each hour, checked each minute, and ends after eight hours', async ({ context }) => {
  const { page, asked } = await signInAt(context, '/profile')
  const rotations = () => asked.logged.filter(one => one.action === 'auth.session_rotated').length
  // A minute goes by until the clock stands; from then on nothing does that is not counted here.
  await stop(page)
  await work(page, 58 * minute)
  expect(rotations()).toBe(0)
  const refreshes = asked.refreshes
  await pass(page, 2 * minute)
  await walkUntil(page, () => rotations() === 1)
  expect(asked.refreshes).toBeGreaterThan(refreshes)
  for (let past = 2; past <= 7; past++) {
    await work(page, hour)
    await walkUntil(page, () => rotations() === past)
  }
  await work(page, 58 * minute)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await pass(page, 2 * minute)
  const said = page.getByText('You were logged out after 8 hours.')
  await walkUntil(page, () => said.isVisible())
  expect(asked.logged.at(-1)).toEqual({ action: 'auth.auto_logout', status: 'info', details: { reason: 'max_session_time' } })
  await page.clock.resume()
  await page.waitForURL('**/login?reason=max_session_time')
  await expect(said).toBeVisible()
})

test('a rotation that fails ends the session', async ({ context, complaints }) => {
  complaints.expected.push(/refresh|status of 40|AuthApiError|FunctionsHttpError/i)
  const { page, asked } = await signInAt(context, '/profile')
  await work(page, 50 * minute)
  await context.route('**/auth/v1/token?grant_type=refresh_token', route =>
    route.fulfill({ status: 400, json: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' } }),
  )
  await pass(page, 10 * minute)
  await expect(page.getByText('Your session expired for security reasons.')).toBeVisible()
  expect(asked.logged).toEqual([{ action: 'auth.auto_logout', status: 'info', details: { reason: 'session_expired' } }])
  await page.waitForURL('**/login?reason=session_expired')
  await expect(page.getByText('Your session expired for security reasons.')).toBeVisible()
})

test('where signing out fails, the person is logged out of this device all the same', async ({ context, complaints, toasts }) => {
  complaints.expected.push(/status of 500|AuthRetryable|AuthApiError/i)
  const { page } = await signInAt(context, '/profile')
  await context.route('**/auth/v1/logout?*', route => route.fulfill({ status: 500, json: { code: 'unexpected_failure', message: 'no' } }))
  await pass(page, 15 * minute)
  await toasts.expectSaid(farewell)
  await page.waitForURL('**/login?reason=inactivity')
  expect(await stored(page)).toBeNull()
})
