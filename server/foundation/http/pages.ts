// Serves the built web pages from memory, with the public URL and the sandbox banner filled in.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { digest } from '../seal.ts'
import { requestWords } from '../words.ts'
import { type CaptchaProvider, contentSecurityPolicy } from './headers.ts'
import { operatorUrls, type PrivateSite, privateSite } from './private-site.ts'
import { followOffer, type SoldPagesDeps } from './sold-pages.ts'

interface PageOptions {
  publicUrl: string
  /** HTML that every page shows in sandbox mode. */
  strip: string
  screens: string[]
  /** Screens that are never cached or indexed; 404 unless `exists` is true. */
  privateScreens: { path: string; headers: Record<string, string>; exists(request: FastifyRequest): Promise<boolean> }[]
  /** The captcha whose script and frame pages may load; asked for each page. */
  captcha(): CaptchaProvider | null
  /** Whether there are notices to show: web/main.tsx reads it as a server timing, so that pages without any load nothing more. */
  hasNotices(): boolean
  /** Null where nothing is sold. */
  sold: SoldPagesDeps | null
  /** The web address of the repository; null if this server offers its own source. */
  sourceUrl: string | null
  /** Null if all public pages are shown. */
  privateSite: PrivateSite | null
}

interface Page {
  type: string
  scriptHashes: string[]
  etag: string | null
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** Placeholders in built files for our public URL, the source's URL and the command that fetches it (web/site/head-tags.ts, source.ts). */
const placeholderUrl = 'https://mailferry.invalid'
const placeholderSource = 'https://source.invalid'
const placeholderCommand = 'fetch-the-source-of-mailferry'

/** Text files that hold our URL, with their media type. */
const textFiles = {
  'robots.txt': 'text/plain; charset=utf-8',
  'sitemap.xml': 'application/xml',
  'changelog.xml': 'application/atom+xml',
}

/** Pages that open under other paths than their own: the app's shell, the same for private screens, and the 404 page. */
const unlistedPaths = new Set(['/app', '/private', '/404'])

/** Pages in which the app starts; it shows the public pages, too. */
const appPaths = new Set([...unlistedPaths, '/login', '/signup'])

/**
 * Serves dist/web: prerendered pages by their path, `screens` from the app shell, assets with an immutable cache header.
 * An unknown path gets the 404 page in a browser, and JSON elsewhere.
 */
export async function servePages(app: FastifyInstance, folder: string, options: PageOptions): Promise<void> {
  const texts = readTexts(folder, options)
  texts.set('/private', (texts.get('/app') ?? '').replace('</head>', '<meta name="robots" content="noindex, nofollow"></head>'))
  const pages = new Map([...texts].map(([path, text]) => [path, toPage(text)]))
  if (!pages.has('/app') || !pages.has('/404'))
    return app.log.warn('The web pages are not built; only the API is served. Build and start with: npm start')
  for (const [path, page] of readTextFiles(folder, options)) pages.set(path, page)
  const find = (path: string): Page => {
    const page = pages.get(path)
    if (!page) throw new Error(`There is no page ${path}.`)
    return page
  }
  const sendWith = (request: FastifyRequest, reply: FastifyReply, page: Page, status: number, headers = {}) =>
    sendPage(request, reply, page, {
      ...{ status, captcha: options.captcha() },
      headers: { ...(options.hasNotices() && { 'server-timing': 'notices' }), ...headers },
    })
  const site = options.privateSite && privateSite(folder, options.privateSite, options.sold !== null)
  const send = (request: FastifyRequest, reply: FastifyReply, path: string, status = 200) =>
    site?.answer(path, reply) ?? sendWith(request, reply, find(path), status, site?.headersOf(path))
  if (options.sold) await keepSoldPages(app, options.sold, texts, pages, options)
  await app.register(serveStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
    allowedPath: path => !path.endsWith('.html'),
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  redirectTrailingSlashes(app, pages)
  for (const { from, to } of readRedirects(folder)) app.get(from, { schema: { hide: true } }, (_request, reply) => reply.redirect(to, 301))
  for (const path of pages.keys())
    if (!unlistedPaths.has(path)) app.get(path, { schema: { hide: true } }, (request, reply) => send(request, reply, path))
  for (const path of options.screens)
    if (!pages.has(path))
      app.get(path, { schema: { hide: true } }, (request, reply) => sendWith(request, reply, find('/app'), 200, noIndex))
  for (const { path, headers, exists } of options.privateScreens)
    app.get(path, { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) =>
      sendWith(request, reply, { ...find('/private'), etag: null }, (await exists(request)) ? 200 : 404, headers),
    )
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && request.headers.accept?.includes('text/html')) return send(request, reply, '/404', 404)
    return reply.code(404).send({ code: 'not_found', message: requestWords().of('http')('nothing') })
  })
}

/** Keeps the pages that depend on what is sold up to date in `pages`. */
async function keepSoldPages(
  app: FastifyInstance,
  deps: SoldPagesDeps,
  texts: ReadonlyMap<string, string>,
  pages: Map<string, Page>,
  options: PageOptions,
): Promise<void> {
  const following = await followOffer(deps, rendered => {
    const apps = [...texts].filter(([path]) => appPaths.has(path))
    const sold = [...rendered.pages].map(([path, html]) => [path, fillIn(html, options)] as const)
    for (const [path, html] of [...apps, ...sold]) pages.set(path, toPage(html.replace('</head>', () => `${rendered.dataElement}</head>`)))
  })
  app.addHook('onClose', () => following.stop())
}

/** Nothing is found behind a screen without signing in. */
const noIndex = { 'x-robots-tag': 'noindex' }

function redirectTrailingSlashes(app: FastifyInstance, pages: ReadonlyMap<string, Page>): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = '', query] = request.url.split('?')
    const bare = path.replace(/\/+$/, '')
    if (bare !== path && pages.has(bare) && !unlistedPaths.has(bare)) return reply.redirect(query ? `${bare}?${query}` : bare, 301)
    return undefined
  })
}

function fillIn(text: string, { strip, publicUrl, sourceUrl, privateSite }: PageOptions): string {
  const source = sourceUrl ?? `${publicUrl}/source`
  return text
    .replaceAll(placeholderUrl, publicUrl)
    .replaceAll(placeholderSource, escapeHtml(source))
    .replaceAll(placeholderCommand, escapeHtml(sourceUrl ? `git clone ${sourceUrl} mailferry` : `curl -L ${source} | tar xz`))
    .replace('<!--strip-->', () => strip)
    .replace('<html ', () => (privateSite ? '<html data-site="app" ' : '<html '))
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)

function readTexts(folder: string, options: PageOptions): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.html'))
  return new Map(files.map(file => [toUrlPath(file), fillIn(readFileSync(join(folder, file), 'utf8'), options)]))
}

const readTextFiles = (folder: string, options: PageOptions) =>
  Object.entries(textFiles).map(([file, type]) => {
    const text = fillIn(readFileSync(join(folder, file), 'utf8'), options)
    return [`/${file}`, compressPage(options.privateSite && file === 'sitemap.xml' ? operatorUrls(text) : text, type)] as const
  })

const Redirects = z.array(z.object({ from: z.string(), to: z.string() }))

const readRedirects = (folder: string) => Redirects.parse(JSON.parse(readFileSync(join(folder, 'redirects.json'), 'utf8')))

const toUrlPath = (file: string): string => (file === 'index.html' ? '/' : `/${file.replaceAll('\\', '/').replace(/\.html$/, '')}`)

// A data script runs nothing and needs no permission.
const inlineScript = /<script(?![^>]*\b(?:src=|type="application\/(?:ld\+)?json"))[^>]*>([\s\S]*?)<\/script>/g

function toPage(html: string): Page {
  const hashes = [...html.matchAll(inlineScript)].map(m => digest(m[1] ?? '').toString('base64'))
  return compressPage(html, 'text/html; charset=utf-8', [...new Set(hashes)])
}

function compressPage(text: string, type: string, scriptHashes: string[] = []): Page {
  const plain = Buffer.from(text)
  return {
    type,
    scriptHashes,
    etag: `"${digest(plain).toString('base64url').slice(0, 22)}"`,
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    gzip: gzipSync(plain),
  }
}

interface Sending {
  status: number
  headers: Record<string, string>
  captcha: CaptchaProvider | null
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, { status, headers, captcha }: Sending): FastifyReply {
  void reply.headers({
    'content-security-policy': contentSecurityPolicy(page.scriptHashes, captcha),
    'cache-control': 'no-cache',
    ...(page.etag && { etag: page.etag }),
    vary: 'accept-encoding',
    'content-type': page.type,
    ...headers,
  })
  if (status === 200 && page.etag && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepts = request.headers['accept-encoding'] ?? ''
  if (accepts.includes('br')) return reply.code(status).header('content-encoding', 'br').send(page.br)
  if (accepts.includes('gzip')) return reply.code(status).header('content-encoding', 'gzip').send(page.gzip)
  return reply.code(status).send(page.plain)
}
