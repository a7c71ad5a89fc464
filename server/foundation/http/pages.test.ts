// Tests serving the built pages: our public URL in them, the right status, and scripts allowed only by hash.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePages } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'mailferry-pages-'))
const page = (body: string) =>
  `<!doctype html><head><link rel="canonical" href="https://mailferry.invalid/x"><script type="application/ld+json">{"a":1}</script></head><!--strip-->${body}<script>theme()</script>`
const files = {
  'index.html': page('<h1>Home</h1>'),
  'help/gmail.html': page('<h1>Gmail</h1>'),
  '404.html': page('<h1>Page not found</h1>'),
  'app.html': page('Loading'),
  'robots.txt': 'Sitemap: https://mailferry.invalid/sitemap.xml',
  'sitemap.xml': '<loc>https://mailferry.invalid/</loc>',
  'changelog.xml': '<id>https://mailferry.invalid/changelog</id>',
  'redirects.json': '[{"from":"/old","to":"/help/gmail"}]',
  'assets/x.js': 'x()',
}
let app: FastifyInstance

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
  }
  await servePages(app, folder, options)
})
afterAll(async () => {
  await app.close()
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
