// Tests the pages of a server that sells plans: what they show at start, after a change, and when they can't be rendered.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { servePages } from './pages.ts'

const page = (body: string) =>
  `<!doctype html><head><link rel="canonical" href="https://mailferry.invalid/x"></head><!--strip-->${body}<script>theme()</script>`
const files = {
  'web/pricing.html': page('One plan, and it is free'),
  'web/about.html': page('About'),
  'web/404.html': page('Page not found'),
  'web/app.html': page('Loading'),
  'web/login.html': page('Sign in'),
  'web/robots.txt': '',
  'web/sitemap.xml': '',
  'web/changelog.xml': '',
  'web/redirects.json': '[]',
  'ssr/sold-pages.json': JSON.stringify([
    {
      path: '/pricing',
      frame: page('<!--app-->').replace('</head>', '<!--head--></head>'),
      head: '<title>Plans</title>',
      body: 'No prices yet',
    },
  ]),
  'ssr/prerender.js': `export async function soldDocuments({ price }) {
    if (price === 'broken') throw new Error('No such price.')
    const head = '<script type="application/ld+json">{"url":"https://mailferry.invalid/pricing"}</script>'
    return [{ path: '/pricing', head, body: 'It costs ' + price, ignored: true }]
  }`,
}
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function serve(readOffer: () => Promise<object>, missing: string[] = []): Promise<FastifyInstance> {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-sold-'))
  for (const [name, text] of Object.entries(files).filter(([name]) => !missing.includes(name))) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const app = Fastify()
  const log = { warn: () => undefined, error: () => undefined }
  await servePages(app, join(folder, 'web'), {
    ...{
      publicUrl: 'https://mail.example',
      strip: '<p>Sandbox</p>',
      screens: ['/dashboard'],
      captcha: () => null,
      hasNotices: () => false,
      sourceUrl: null,
      privateSite: null,
    },
    privateScreens: [{ path: '/m/:token', headers: {}, exists: async () => true }],
    sold: { folder: join(folder, 'ssr'), readOffer, refreshMs: 20, log },
  })
  stops.push(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  return app
}

const get = async (app: FastifyInstance, url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).body
const offerIn = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="offer">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')

test('a page shows what is sold from the start and carries the same data, and other pages stay as they were built', async () => {
  const app = await serve(async () => ({ price: '$5 </script>' }))
  const pricing = await get(app, '/pricing')
  expect(pricing).toContain('It costs $5')
  expect(pricing).toContain('<p>Sandbox</p>')
  expect(pricing).toContain('"url":"https://mail.example/pricing"')
  expect(pricing).not.toContain('it is free')
  expect(offerIn(pricing)).toEqual({ price: '$5 </script>' })
  expect(await get(app, '/about')).not.toContain('id="offer"')
})

test.each(['/dashboard', '/login', '/m/x', '/no/such'])(
  'the app that starts at %s knows the offer, since it shows public pages, too',
  async path => {
    const app = await serve(async () => ({ price: '$5' }))
    expect(offerIn(await get(app, path))).toEqual({ price: '$5' })
  },
)

test('the policy allows the one script that runs, and none of the two that hold data', async () => {
  const app = await serve(async () => ({ price: '$5' }))
  const { headers, body } = await app.inject({ url: '/pricing' })
  expect(body.match(/<script/g)).toHaveLength(3)
  expect(String(headers['content-security-policy']).match(/'sha256-/g)).toHaveLength(1)
})

test('a published plan changes the page without a restart, also for browsers that have the old one', async () => {
  let price = '$5'
  const app = await serve(async () => ({ price }))
  const etag = String((await app.inject({ url: '/pricing' })).headers.etag)
  const again = async () => (await app.inject({ url: '/pricing', headers: { 'if-none-match': etag } })).statusCode
  expect(await again()).toBe(304)
  price = '$6'
  await expect.poll(() => get(app, '/pricing')).toContain('It costs $6')
  expect(offerIn(await get(app, '/pricing'))).toEqual({ price: '$6' })
  expect(await again()).toBe(200)
})

test('a page that cannot be rendered stays as it is until it can be', async () => {
  let read = 0
  let price = '$5'
  const app = await serve(async () => {
    read++
    return { price }
  })
  price = 'broken'
  const before = read
  await expect.poll(() => read).toBeGreaterThan(before + 2)
  expect(await get(app, '/pricing')).toContain('It costs $5')
  price = '$7'
  await expect.poll(() => get(app, '/pricing')).toContain('It costs $7')
})

test('while the plans cannot be read, the page names no price and does not claim to be free', async () => {
  const app = await serve(async () => {
    throw new Error('The database is away.')
  })
  const pricing = await get(app, '/pricing')
  expect(pricing).toContain('No prices yet')
  expect(z.object({ items: z.array(z.unknown()) }).parse(offerIn(pricing)).items).toEqual([])
})

test('an older build without these pages still starts', async () => {
  const app = await serve(async () => ({ price: '$5' }), ['ssr/sold-pages.json'])
  expect(await get(app, '/about')).toContain('About')
})
