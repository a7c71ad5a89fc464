// The session's limits to the second, in a real browser whose clock is moved.
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { diaryOf, hour, minute, move, open, pass, second, signInAt } from './moved-clock.ts'
import { expect, test } from './watched.ts'

const notice = (page: Page) => page.getByRole('alertdialog', { name: 'Security Notice' })
const timer = (page: Page) => notice(page).getByRole('timer')
const farewell = (page: Page) => page.getByText('Logged out for your security')
const stored = async (page: Page): Promise<string | null> =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => /^sb-.*-auth-token$/.test(key))?.[1] ?? null)
const Stored = z.object({ access_token: z.string() })

/** `late` ms after the boundary is still on it: a tick, a frame, a busy machine. */
function expectAt(at: number | undefined, due: number, late = 900): void {
  expect(at).toBeGreaterThanOrEqual(due - 50)
  expect(at).toBeLessThan(due + late)
}

test('after 13 minutes the notice counts down each second, and after 15 the person is logged out', async ({ context }) => {
  const { page, asked } = await signInAt(context, '/profile')
  await pass(page, 12 * minute + 55 * second)
  await expect(notice(page)).toHaveCount(0)
  await expect(notice(page)).toBeVisible({ timeout: 8000 })
  const { activity = 0, notice: shownAt } = await diaryOf(page)
  expectAt(shownAt, activity + 13 * minute)
  await expect(timer(page)).toHaveText('1:58')
  await expect(timer(page)).toHaveText('1:57')
  await expect(notice(page)).toContainText('Time remaining before automatic logout')
  await expect(notice(page)).toContainText('This feature protects your account against unauthorised access.')
  const { access_token } = Stored.parse(JSON.parse((await stored(page)) ?? ''))

  await pass(page, minute + 50 * second)
  await expect(timer(page)).toHaveText('0:01', { timeout: 9000 })
  await expect(farewell(page)).toBeVisible()
  await expect(page.getByText('You were logged out after 15 minutes of inactivity.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  expect(await stored(page)).toBeNull()
  expect(new URL(page.url()).pathname).toBe('/profile')
  await page.waitForURL('**/login?reason=inactivity')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('You were logged out after 15 minutes of inactivity.')).toBeVisible()
  const { toast = 0, left } = await diaryOf(page)
  expectAt(toast, activity + 15 * minute, 2000)
  // The toast is drawn a little after it was raised.
  expectAt(left, toast + 1.5 * second, 1500)
  expect(asked.logged).toEqual([{ action: 'auth.auto_logout', status: 'info', details: { reason: 'inactivity' } }])
  expect(asked.logouts).toEqual(['?scope=local'])
  const answer = await page.request.get('/auth/v1/user', { headers: { authorization: `Bearer ${access_token}` } })
  expect(answer.status()).toBe(403)
})

test('nothing but its two buttons ends the notice, and the focus stays in it', async ({ context }) => {
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
  await expect(farewell(page)).toBeVisible()
})

test('the countdown speaks at 2:00, 1:00, 0:30 and 0:10', async ({ context }) => {
  const { page } = await signInAt(context, '/profile')
  const spoken = notice(page).getByRole('status')
  const until = 'until you are logged out.'
  await pass(page, 12 * minute + 57 * second)
  await expect(spoken).toHaveText(`2 minutes ${until}`)
  await pass(page, 55 * second)
  await expect(spoken).toHaveText(`2 minutes ${until}`)
  await expect(spoken).toHaveText(`1 minute ${until}`, { timeout: 9000 })
  await pass(page, 25 * second)
  await expect(spoken).toHaveText(`30 seconds ${until}`, { timeout: 9000 })
  await pass(page, 15 * second)
  await expect(spoken).toHaveText(`10 seconds ${until}`, { timeout: 9000 })
})

test('Continue Working begins the fifteen minutes anew and says so for three seconds', async ({ context }) => {
  const { page, asked } = await signInAt(context, '/profile')
  await pass(page, 14 * minute + 50 * second)
  await notice(page).getByRole('button', { name: 'Continue Working' }).click()
  await expect(notice(page)).toHaveCount(0)
  const said = page.getByText('Session extended', { exact: true })
  await expect(said).toBeVisible()
  await expect(page.getByText('Your session has been extended. Thank you for staying secure!')).toBeVisible()
  const { toast = 0 } = await diaryOf(page)
  await expect(said).toHaveCount(0)
  expectAt(await page.evaluate(() => Date.now()), toast + 3 * second, 1500)
  await pass(page, 12 * minute + 50 * second)
  await expect(notice(page)).toHaveCount(0)
  await expect(notice(page)).toBeVisible({ timeout: 12_000 })
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
for (const [name, act] of Object.entries(doings))
  test(`any ${name} begins the fifteen minutes anew`, async ({ context }) => {
    const { page } = await signInAt(context, '/profile')
    await pass(page, 12 * minute + 50 * second)
    await act(page)
    await pass(page, 12 * minute + 50 * second)
    await expect(notice(page)).toHaveCount(0)
    await pass(page, 10 * second)
    await expect(notice(page)).toBeVisible()
  })

test('a reload at 14:00 goes on with the countdown', async ({ context }) => {
  const { page } = await signInAt(context, '/profile')
  await pass(page, 14 * minute)
  await expect(timer(page)).toHaveText(/^0:5\d$/)
  await page.reload()
  await expect(timer(page)).toHaveText(/^0:5\d$/)
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
  test.setTimeout(120_000)
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

test('where signing out fails, the person is logged out of this device all the same', async ({ context, complaints }) => {
  complaints.expected.push(/status of 500|AuthRetryable|AuthApiError/i)
  const { page } = await signInAt(context, '/profile')
  await context.route('**/auth/v1/logout?*', route => route.fulfill({ status: 500, json: { code: 'unexpected_failure', message: 'no' } }))
  await pass(page, 15 * minute)
  await expect(farewell(page)).toBeVisible()
  expect(await stored(page)).toBeNull()
  await page.waitForURL('**/login?reason=inactivity')
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
  await pass(page, 14 * minute)
  await expect(timer(page)).toHaveText(/^0:5\d$/)
  await notice(page).getByRole('button', { name: 'Continue Working' }).click()
  await expect(notice(page)).toHaveCount(0)
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
