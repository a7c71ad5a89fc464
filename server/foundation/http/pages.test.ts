// What is served of the built pages: our own address in them, the right status, and scripts by their hash alone.
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
  '404.html': page('<h1>Not found</h1>'),
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
  const serving = { publicUrl: 'https://mail.example', strip: '<p>Sandbox</p>', screens: ['/dashboard'], privately: [], captcha: null }
  await servePages(app, folder, serving)
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
  ['/no/such', 404, 'Not found'],
  ['/404', 404, 'Not found'],
  ['/app', 404, 'Not found'],
])('%s answers %i with "%s"', async (url, status, words) => {
  const answer = await get(url, html)
  expect(answer.statusCode).toBe(status)
  expect(answer.body).toContain(words)
  expect(answer.body).toContain('<p>Sandbox</p>')
})

test('an unknown path of a wire answers in its own form', async () => {
  const answer = await get('/no/such')
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
})

test('what names our address names the one that is set up', async () => {
  expect((await get('/')).body).toContain('href="https://mail.example/x"')
  expect((await get('/robots.txt')).body).toBe('Sitemap: https://mail.example/sitemap.xml')
  for (const [url, type] of [
    ['/sitemap.xml', 'application/xml'],
    ['/changelog.xml', 'application/atom+xml'],
  ] as const) {
    const answer = await get(url)
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.body).toContain('https://mail.example/')
  }
})

test('one script may run, by its hash; data of search engines is none', async () => {
  const policy = String((await get('/')).headers['content-security-policy'])
  expect(policy.match(/'sha256-/g)).toHaveLength(1)
})

test('a path of before leads on for good', async () => {
  const answer = await get('/old')
  expect([answer.statusCode, answer.headers.location]).toEqual([301, '/help/gmail'])
})

test('a page that is known is not sent again, built files are kept for ever', async () => {
  const { etag } = (await get('/')).headers
  expect((await get('/', { 'if-none-match': String(etag) })).statusCode).toBe(304)
  expect((await get('/assets/x.js')).headers['cache-control']).toContain('immutable')
})
