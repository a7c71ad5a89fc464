// Tests serving the built pages: our public URL in them, the right status, and scripts allowed only by hash.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePages } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'mailferry-pages-'))
const page = (body: string) =>
  `<!doctype html><html lang="en"><head><link rel="canonical" href="https://mailferry.invalid/x"><script type="application/ld+json">{"a":1}</script></head><!--strip-->${body}<script>theme()</script>`
const files = {
  'index.html': page('<h1>Home</h1>'),
  'help/gmail.html': page('<h1>Gmail</h1>'),
  'pricing.html': page('<p>fetch-the-source-of-mailferry</p><a href="https://source.invalid">Source</a>'),
  'privacy.html': page('<h1>Privacy</h1>'),
  'public-pages.json': JSON.stringify({ home: ['/', '/es'], marketing: ['/pricing'] }),
  '404.html': page('<h1>Page not found</h1>'),
  'app.html': page('Loading'),
  'robots.txt': 'Sitemap: https://mailferry.invalid/sitemap.xml',
  'sitemap.xml': '<url><loc>https://mailferry.invalid/</loc></url>\n<url><loc>https://mailferry.invalid/privacy</loc></url>',
  'changelog.xml': '<id>https://mailferry.invalid/changelog</id>',
  'redirects.json': '[{"from":"/old","to":"/help/gmail"}]',
  'assets/x.js': 'x()',
}
let app: FastifyInstance
/** A private server with a public repository. */
let elsewhere: FastifyInstance

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  app = Fastify()
  const options = {
    publicUrl: 'https://mail.example',
    strip: '<p>Sandbox</p>',
    screens: ['/dashboard'],
    privateScreens: [],
    captcha: () => null,
    hasNotices: () => false,
    sold: null,
    sourceUrl: null,
    privateSite: null,
  }
  await servePages(app, folder, options)
  elsewhere = Fastify()
  await servePages(elsewhere, folder, {
    ...options,
    sourceUrl: 'https://forge.example/mailferry',
    privateSite: { operatorName: () => 'Ada Lovelace' },
  })
})
afterAll(async () => {
  await Promise.all([app.close(), elsewhere.close()])
  rmSync(folder, { recursive: true })
})

const html = { accept: 'text/html' }
const get = (url: string, headers = {}) => app.inject({ url, headers })

test.each([
  ['/', 200, 'Home'],
  ['/help/gmail', 200, 'Gmail'],
  ['/dashboard', 200, 'Loading'],
  ['/no/such', 404, 'Page not found'],
  ['/404', 404, 'Page not found'],
  ['/app', 404, 'Page not found'],
])('%s returns %i with "%s"', async (url, status, words) => {
  const response = await get(url, html)
  expect(response.statusCode).toBe(status)
  expect(response.body).toContain(words)
  expect(response.body).toContain('<p>Sandbox</p>')
})

test('an unknown path returns JSON unless a browser asks for a page', async () => {
  const response = await get('/no/such')
  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
})

test('built files hold the configured public URL', async () => {
  expect((await get('/')).body).toContain('href="https://mail.example/x"')
  expect((await get('/robots.txt')).body).toBe('Sitemap: https://mail.example/sitemap.xml')
  for (const [url, type] of [
    ['/sitemap.xml', 'application/xml'],
    ['/changelog.xml', 'application/atom+xml'],
  ] as const) {
    const response = await get(url)
    expect(response.headers['content-type']).toBe(type)
    expect(response.body).toContain('https://mail.example/')
  }
})

test('the one inline script may run by its hash; structured data needs none', async () => {
  const policy = String((await get('/')).headers['content-security-policy'])
  expect(policy.match(/'sha256-/g)).toHaveLength(1)
})

test('an old path redirects permanently', async () => {
  const response = await get('/old')
  expect([response.statusCode, response.headers.location]).toEqual([301, '/help/gmail'])
})

test('an unchanged page is not sent again, and built files are cached forever', async () => {
  const { etag } = (await get('/')).headers
  expect((await get('/', { 'if-none-match': String(etag) })).statusCode).toBe(304)
  expect((await get('/assets/x.js')).headers['cache-control']).toContain('immutable')
})

test('a path with a slash at its end redirects to the page itself', async () => {
  const response = await get('/pricing/?from=x', html)
  expect([response.statusCode, response.headers.location]).toEqual([301, '/pricing?from=x'])
})

test('screens behind sign-in are not indexed, and public pages are', async () => {
  expect((await get('/dashboard', html)).headers['x-robots-tag']).toBe('noindex')
  expect((await get('/pricing', html)).headers['x-robots-tag']).toBeUndefined()
})

test('pages link to the repository and say how to clone it, or offer the archive of this server', async () => {
  expect((await get('/pricing')).body).toContain('curl -L https://mail.example/source | tar xz</p><a href="https://mail.example/source">')
  const cloned = (await elsewhere.inject({ url: '/help/gmail' })).body + (await elsewhere.inject({ url: '/privacy' })).body
  expect(cloned).not.toContain('source.invalid')
})

test('a private server leads to sign-in, says whose it is instead of marketing, and lets only the operator’s pages be indexed', async () => {
  const ask = (url: string) => elsewhere.inject({ url, headers: html })
  const home = await ask('/')
  expect([home.statusCode, home.headers.location]).toEqual([302, '/login'])
  const pricing = await ask('/pricing')
  expect([pricing.statusCode, pricing.headers['x-robots-tag']]).toEqual([200, 'noindex'])
  expect(pricing.body).toContain('Ada Lovelace')
  expect(pricing.body).not.toContain('Source</a>')
  expect((await ask('/help/gmail')).headers['x-robots-tag']).toBe('noindex')
  const privacy = await ask('/privacy')
  expect(privacy.headers['x-robots-tag']).toBeUndefined()
  expect(privacy.body).toContain('<html data-site="app"')
  const sitemap = (await ask('/sitemap.xml')).body
  expect(sitemap).toContain('https://mail.example/privacy')
  expect(sitemap).not.toContain('https://mail.example/<')
})
