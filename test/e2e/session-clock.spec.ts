// The session's limits to the second, in a real browser whose clock is moved.
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { diaryOf, hour, minute, move, open, pass, passTo, second, signInAt, stop, walk, walkUntil } from './moved-clock.ts'
import { expect, test } from './watched.ts'

const notice = (page: Page) => page.getByRole('alertdialog', { name: 'Security Notice' })
const timer = (page: Page) => notice(page).getByRole('timer')
const farewell = 'Logged out for your security'
const stored = async (page: Page): Promise<string | null> =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => /^sb-.*-auth-token$/.test(key))?.[1] ?? null)
const Stored = z.object({ access_token: z.string() })

// They mostly wait, each for itself: in one row they would be the last of all files to end.
test.describe.configure({ mode: 'parallel' })

/** Moves a stopped clock to `at`, and on until the notice stands there: its first appearance takes React some moments of that clock. */
async function passToNotice(page: Page, at: number): Promise<void> {
  await passTo(page, at)
  await walkUntil(page, () => notice(page).isVisible())
}

/** `late` ms after the boundary is still on it: a tick, a step of the clock. */
function expectAt(at: number | undefined, due: number, late = 900): void {
  expect(at).toBeGreaterThanOrEqual(due - 50)
  expect(at).toBeLessThan(due + late)
}

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
  await expect(notice(page)).toContainText('This feature protects your account against unauthorised access.')
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
  await pass(page, 13 * minute + 50 * second)
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
  await pass(page, minute + 8 * second)
  await toasts.expectSaid(farewell)
})

test('the countdown speaks at 2:00, 1:00, 0:30 and 0:10', async ({ context }) => {
  const { page } = await signInAt(context, '/profile')
  const since = await stop(page)
  const spoken = { '2 minutes': 120, '1 minute': 60, '30 seconds': 30, '10 seconds': 10 }
  for (const [words, left] of Object.entries(spoken)) {
    await passTo(page, since + 15 * minute - left * second - 200)
    await walk(page, second)
    await expect(notice(page).getByRole('status')).toHaveText(`${words} until you are logged out.`)
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
  await work(page, 59 * minute)
  expect(rotations()).toBe(0)
  const refreshes = asked.refreshes
  await pass(page, minute)
  await expect.poll(rotations).toBe(1)
  expect(asked.refreshes).toBeGreaterThan(refreshes)
  for (let past = 2; past <= 7; past++) {
    await work(page, hour)
    await expect.poll(rotations).toBe(past)
  }
  await work(page, 58 * minute)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await pass(page, 2 * minute)
  await expect(page.getByText('You were logged out after 8 hours.')).toBeVisible()
  expect(asked.logged.at(-1)).toEqual({ action: 'auth.auto_logout', status: 'info', details: { reason: 'max_session_time' } })
  await page.waitForURL('**/login?reason=max_session_time')
  await expect(page.getByText('You were logged out after 8 hours.')).toBeVisible()
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

test.describe('two tabs', () => {
  test('activity in one counts in the other, the notice is in both, and one button is enough', async ({ context }) => {
    const { page } = await signInAt(context, '/profile')
    const other = await context.newPage()
    await open(other, '/profile')
    await pass(page, 10 * minute)
    await move(other)
    await pass(page, 5 * minute)
    await expect(notice(page)).toHaveCount(0)
    await pass(page, 8 * minute)
    await expect(notice(page)).toBeVisible()
    await expect(notice(other)).toBeVisible()
    await move(other)
    await other.keyboard.press('Shift')
    await expect(notice(page)).toBeVisible()
    await notice(other).getByRole('button', { name: 'Continue Working' }).click()
    await expect(notice(other)).toHaveCount(0)
    await expect(notice(page)).toHaveCount(0)
  })

  test('both are logged out at 15:00, and the server is told once', async ({ context }) => {
    const { page, asked } = await signInAt(context, '/profile')
    const other = await context.newPage()
    await open(other, '/profile')
    await pass(page, 15 * minute)
    await page.waitForURL('**/login?reason=inactivity')
    await other.waitForURL('**/login?reason=inactivity')
    expect(asked.logged.map(one => one.action)).toEqual(['auth.auto_logout'])
  })

  test('a logout in one ends the other', async ({ context }) => {
    const { page } = await signInAt(context, '/profile')
    const other = await context.newPage()
    await open(other, '/profile')
    await page.getByTitle('You and the theme').locator('visible=true').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    await other.waitForURL(url => url.pathname === '/login')
    expect(await stored(page)).toBeNull()
  })
})

/** The page is there before the watch over the session is, which is fetched after it. */
async function openPublic(page: Page): Promise<void> {
  const watched = page.waitForResponse('**/rest/v1/user_roles?*')
  await open(page, '/')
  await watched
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
  await page.getByRole('button', { name: 'Add e-mail account' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add e-mail account' })
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
