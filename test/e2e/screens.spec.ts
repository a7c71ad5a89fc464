// Tests every signed-in screen in both widths and themes, and how to get there.
import type { Page } from '@playwright/test'
import { pages } from '../../web/navigation/public-pages.ts'
import { untilStill } from './looks.ts'
import { enter, enterNew, freshEmail, password, type Settled, settledPerson } from './people.ts'
import { walkAll } from './walk.ts'
import { expect, listen, test } from './watched.ts'

test.describe.configure({ mode: 'parallel' })

let made: Promise<Settled> | undefined
/** One for all tests of a worker. */
const regular = (baseUrl = ''): Promise<Settled> => (made ??= settledPerson(baseUrl))

// The public pages are walked in pages.spec.ts. What a newcomer sees of these is another thing.
const ofNewcomers = [
  ...['/onboarding', '/quick-setup', '/email-setup', '/whatsapp-setup', '/first-filter', '/test-mail'],
  ...['/dashboard', '/forwarded-emails', '/email-accounts', '/whatsapp-connect', '/filters'],
]
const ofSettled = ({ messageId, filterId, mailboxId }: Settled) => [
  ...['/dashboard', '/settings', '/profile', '/two-factor', '/subscription', '/subscription-preview', '/payment-callback'],
  ...['/forwarded-emails', '/forwarded-emails?state=not_matched&q=lunch&from=2026-01-01', `/forwarded-emails/${messageId}`],
  ...[`/forwarded-emails/${messageId}/whole`, '/email-accounts', `/email-accounts/${mailboxId}`, '/whatsapp-connect', '/test-mail'],
  ...['/filters', '/filters/new', '/filters/import', '/filters/templates', '/filters/lists', `/filters/examples?message=${messageId}`],
  ...[`/filters/${filterId}`, `/filters/${filterId}/history`, '/admin', '/admin/login', '/login', '/signup'],
  ...['/forgot-password', '/reset-password', '/oauth-demo'],
]

test('every screen of who is signed in says something under a title of its own, at every width and in both themes', async ({
  browser,
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(600_000)
  const settled = await regular(baseURL)
  await enter(page, settled.email)
  const walked = await walkAll(context, ofSettled(settled))
  const fresh = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
  const heard = await listen(fresh)
  await enterNew(await fresh.newPage(), freshEmail())
  await walkAll(fresh, ofNewcomers, walked)
  await fresh.close()
  for (const { path } of pages) {
    const title = /<title>([^<]*)</.exec(await (await page.request.get(path)).text())?.[1] ?? ''
    if (walked.titles.has(title)) walked.found.push(`${walked.titles.get(title)} has the title of ${path}`)
  }
  expect([...walked.found, ...heard]).toEqual([])
  console.log(`${new Set(walked.titles.values()).size} signed-in screens, each light and dark at 390 and 1440 px`)
})

test('on the dashboard of a person with mail nothing moves while it comes, nor on that of a newcomer', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    const sum = (entries: PerformanceEntry[]) => entries.reduce((all, entry) => all + ('value' in entry ? Number(entry.value) : 0), 0)
    const keep = (moved: number) => Object.assign(window, { moved: Number(Reflect.get(window, 'moved') ?? 0) + moved })
    new PerformanceObserver(list => keep(sum(list.getEntries()))).observe({ type: 'layout-shift', buffered: true })
    keep(0)
  })
  const loadedAt = async (width: number) => {
    await page.setViewportSize({ width, height: 823 })
    // What is asked is answered when its skeleton has been drawn.
    const { promise: drawn, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/**', async route => {
      if (!route.request().url().endsWith('/api/config')) await drawn
      await route.continue()
    })
    await page.goto('/dashboard')
    await expect(page.locator('main [aria-busy="true"]').first()).toBeVisible()
    answer()
    await untilStill(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    return page.evaluate(() => Number(Reflect.get(window, 'moved')))
  }
  const moved: number[] = []
  for (const enterOne of [async () => enter(page, (await regular(baseURL)).email), () => enterNew(page, freshEmail())]) {
    await enterOne()
    for (const width of [390, 1440]) moved.push(await loadedAt(width))
  }
  expect(moved.filter(one => !(one <= 0.01))).toEqual([])
})

test('a page for administrators and one for an unknown path are there for visitors', async ({ context, complaints }) => {
  // The page for an unknown path is sent with this status.
  complaints.expected.push(/status of 404/)
  const { found } = await walkAll(context, ['/admin/login', '/no-such-page'])
  expect(found.filter(one => one !== '/no-such-page: answers 404')).toEqual([])
})

test('an unknown path answers 404 with a page that leads on', async ({ page, complaints }) => {
  complaints.expected.push(/status of 404/)
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  const onward = page.getByRole('main').getByRole('link').first()
  await expect(onward).toHaveText('Go to home page')
  await onward.click()
  await expect(page).toHaveURL(/\/$/)
  expect((await page.request.get('/dashboard')).status()).toBe(200)
  expect((await page.request.get('/api/no-such-thing')).status()).toBe(404)
})

test('what is for the signed-in sends others to sign in, and back', async ({ page, baseURL }) => {
  const { email } = await regular(baseURL)
  await page.goto('/filters')
  await page.waitForURL(/\/login\?next=%2Ffilters/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL('**/filters')
  await expect(page.getByRole('heading', { level: 1, name: 'Filters' })).toBeVisible()
})

test('the keyboard alone signs in and makes a filter', async ({ page, baseURL }) => {
  const { email } = await regular(baseURL)
  const press = (key: string) => page.keyboard.press(key)
  await page.goto('/login')
  await untilStill(page)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await press('Tab')
  await page.keyboard.type(password)
  await press('Enter')
  await page.waitForURL('**/dashboard')
  await tabTo(page, page.getByRole('link', { name: 'Filters', exact: true }).first())
  await press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'New filter' }).first())
  await press('Enter')
  await tabTo(page, page.getByLabel('Name', { exact: true }))
  await page.keyboard.type('By keyboard')
  const field = page.getByRole('combobox', { name: 'Field' })
  await tabTo(page, field)
  await press('Enter')
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused()
  await page.keyboard.type('from')
  await expect(page.getByRole('option', { name: /^From/ }).first()).toHaveAttribute('data-highlighted')
  await press('Enter')
  await expect(field).toHaveText('From')
  await tabTo(page, page.getByRole('textbox', { name: 'Words to look for' }))
  await page.keyboard.type('keys')
  await press('Enter')
  // The way back to the deeds above leads backwards.
  await tabTo(page, page.getByRole('button', { name: 'Save filter' }), 'Shift+Tab')
  await press('Enter')
  await page.waitForURL('**/filters')
  await expect(page.getByText('By keyboard', { exact: true }).first()).toBeVisible()
})

async function tabTo(page: Page, target: ReturnType<Page['locator']>, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  // The title of a screen that comes takes the focus.
  await untilStill(page)
  for (let i = 0; i < 40; i++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${String(target)}.`)
}
