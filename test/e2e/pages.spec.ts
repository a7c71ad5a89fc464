// Tests every public page, light and dark, on phone and desktop: it loads, has content, and reports no errors.
import { gzipSync } from 'node:zlib'
import type { APIRequestContext, Page, Request } from '@playwright/test'
import { languagesOf, pages, pathIn, redirects } from '../../web/navigation/public-pages.ts'
import { untilStill } from './looks.ts'
import { enterNew, freshEmail } from './people.ts'
import { seenAt, walkAll } from './walk.ts'
import { expect, listen, test } from './watched.ts'

const entries = ['/login', '/signup', '/forgot-password', '/reset-password', '/oauth-demo']
const told = pages.flatMap(page => languagesOf(page).map(language => pathIn(page, language)))
/** What visitors see first; the other pages differ for them in one link alone. */
const ofVisitors = [...told.filter(path => /^\/(?:\w\w|(?:\w\w\/)?pricing)?$/.test(path)), ...entries]

test('every public page is there in both widths and themes, has a title of its own and nothing to complain of, and who is signed in sees it', async ({
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000)
  const walked = await walkAll(context, ofVisitors)
  const signedIn = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
  const heard = await listen(signedIn)
  const page = await signedIn.newPage()
  await enterNew(page, freshEmail())
  await walkAll(
    signedIn,
    told.filter(path => !ofVisitors.includes(path)),
    walked,
  )
  for (const path of told.filter(one => ofVisitors.includes(one))) {
    await page.goto(path)
    await untilStill(page)
    walked.found.push(...seenAt(page, path))
  }
  await signedIn.close()
  expect([...walked.found, ...heard]).toEqual([])
  console.log(`${walked.titles.size} public pages, each light and dark at 390 and 1440 px`)
})

test('a public page is whole before any script runs, and its menu opens without one', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 800 }, baseURL: baseURL ?? '' })
  await page.goto('/features')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const ways = page.getByRole('banner').getByRole('navigation')
  await expect(ways).toBeHidden()
  await page.locator('header summary').click()
  await ways.getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
  await page.close()
})

test('no script stands between a public page and its first paint: the page asks for them itself, once it is painted', async ({
  page,
  request,
}) => {
  const inTheWay: string[] = []
  for (const path of told) {
    const html = await (await request.get(path)).text()
    const tags = html.match(/<script[^>]* src=[^>]*>|<link[^>]* (?:rel="?(?:modulepreload|stylesheet)|as="?script)[^>]*>/g) ?? []
    inTheWay.push(...tags.map(tag => `${path}: ${tag}`))
  }
  expect(inTheWay).toEqual([])
  await page.goto('/features')
  await expect(page.getByRole('button', { name: 'System', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('the menu on a phone is opened and closed by the keyboard, and closes behind a page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/features')
  const menu = page.locator('header details')
  await menu.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(menu).toHaveAttribute('open')
  await page.keyboard.press('Escape')
  await expect(menu).not.toHaveAttribute('open')
  await expect(menu.locator('summary')).toBeFocused()
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL(/\/help$/)
  await expect(menu).not.toHaveAttribute('open')
})

test('on paper a page is as by day whatever its theme, on white, and nothing around it is printed', async ({ page }) => {
  const inkOf = () => page.evaluate(() => getComputedStyle(document.documentElement).color)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/help/gmail-integration')
  const byDay = await inkOf()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(inkOf).not.toBe(byDay)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of [
    page.locator('header.deep'),
    page.locator('footer.deep'),
    page.getByRole('searchbox'),
    page.locator('main button').first(),
  ])
    await expect(part).toBeHidden()
  await expect.poll(inkOf).toBe(byDay)
  const { ground, shown } = await page.evaluate(() => {
    const away = document.querySelector('main a[href^="https:"]')
    return { ground: getComputedStyle(document.documentElement).backgroundColor, shown: away && getComputedStyle(away, '::after').content }
  })
  expect(ground).toBe('rgb(255, 255, 255)')
  expect(shown).toMatch(/^" \(/)
})

test('search engines are told of every page by our own address, and of nothing that is not there', async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = Array.from(sitemap.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url = '']) => url)
  expect(listed).toEqual(told.map(path => `${baseURL}${path}`))
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  // Who follows a way into the signed-in area is led to sign in, search engines too; what a link alone opens is for nobody else.
  expect(Array.from(robots.matchAll(/^Disallow: (.*)$/gm), ([, path]) => path)).toEqual(['/m/', '/sandbox/'])
  expect(await (await request.get('/dashboard')).text()).toMatch(/<meta name="description" content="[^"]{50,160}"/)
  const html = await (await request.get('/pricing')).text()
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/pricing">`)
  for (const language of ['es', 'ar'])
    expect(html).toContain(`<link rel="alternate" hreflang="${language}" href="${baseURL}/${language}/pricing">`)
  const picture = await request.get(/og:image" content="([^"]*)"/.exec(html)?.[1] ?? '')
  expect(picture.headers()['content-type']).toBe('image/png')
  for (const [, data = ''] of html.matchAll(/<script type="application\/ld\+json">([^<]*)</g)) JSON.parse(data)
  for (const { from, to } of redirects) expect((await request.get(from)).url()).toBe(`${baseURL}${to}`)
})

/** Scripts of a first visit, in kB as gzip packs them, Arabic's letters worse than others; where a page outgrows this, load later what is not seen at first. */
const mostKb = { public: 103, inArabic: 104, dashboard: 238, filterEditor: 276 }

test('no page has a phone load more scripts than it may', async ({ page, request }) => {
  const weigh = scale(request)
  const heavy: string[] = []
  const check = async (path: string, scripts: string[], most: number) => {
    const weights = await Promise.all(scripts.map(weigh))
    const kb = weights.reduce((sum, bytes) => sum + bytes, 0) / 1000
    if (kb > most) heavy.push(`${path}: ${kb.toFixed(1)} kB, may have ${most}`)
  }
  for (const path of told) {
    const html = await (await request.get(path)).text()
    const named = Array.from(html.matchAll(/"(\/assets\/[^"]+\.js)"/g), ([, url = '']) => url)
    expect(named.length).toBeGreaterThan(5)
    await check(path, [...new Set(named)], path.startsWith('/ar') ? mostKb.inArabic : mostKb.public)
  }
  await enterNew(page, freshEmail())
  await page.goto('/dashboard')
  await untilAllCame(page)
  await check('/dashboard', await scriptsOf(page), mostKb.dashboard)
  await page.goto('/filters/new')
  await expect(page.getByRole('textbox', { name: 'The same filter, typed' })).toBeVisible()
  await untilAllCame(page)
  await check('/filters/new', await scriptsOf(page), mostKb.filterEditor)
  expect(heavy).toEqual([])
})

test('where one signs in, the page names all scripts that its form waits for', async ({ page, request }) => {
  for (const path of ['/login', '/signup']) {
    const html = await (await request.get(path)).text()
    const waited: string[] = []
    const hear = (asked: Request) => waited.push(asked.url())
    page.on('request', hear)
    await page.goto(path)
    await expect(page.getByLabel('Email')).toBeVisible()
    page.off('request', hear)
    const scripts = waited.map(url => new URL(url).pathname).filter(url => url.endsWith('.js'))
    expect(scripts.filter(url => !html.includes(`"${url}"`))).toEqual([])
  }
})

/** What hears of changes is fetched last, once the screen has its answers. */
async function untilAllCame(page: Page): Promise<void> {
  await untilStill(page)
  await expect.poll(async () => (await scriptsOf(page)).some(url => url.includes('/socket-'))).toBe(true)
}

/** Weighs each script once. */
function scale(request: APIRequestContext): (url: string) => Promise<number> {
  const known = new Map<string, Promise<number>>()
  const weigh = async (url: string) => gzipSync(await (await request.get(url)).body(), { level: 9 }).length
  return url => {
    const weight = known.get(url) ?? weigh(url)
    known.set(url, weight)
    return weight
  }
}

const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { origin } = location
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    return [...new Set(names.filter(name => name.startsWith(origin) && name.endsWith('.js')))]
  })

test('who has been here sees a page of ours without a connection, and nothing of their mail is kept', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow', baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await enterNew(page, freshEmail())
  await page.goto('/dashboard')
  await untilStill(page)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const kept = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map(name => caches.open(name)))
    const requests = await Promise.all(stores.map(cache => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.toSorted()).toEqual(['/favicon.svg', '/offline'])
  await context.setOffline(true)
  await page.goto('/forwarded-emails')
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forwarded emails' })).toBeVisible()
  await context.close()
})
