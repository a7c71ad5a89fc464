// Serves the built web pages from memory, with the public URL and the sandbox strip filled in.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { digest } from '../seal.ts'
import { spokenWords } from '../words.ts'
import { type CaptchaProvider, contentSecurityPolicy } from './headers.ts'

interface Serving {
  publicUrl: string
  /** What every page carries in sandbox mode. */
  strip: string
  screens: string[]
  /** Screens of which no copy is kept and no search engine tells, found where `isThere` says so. */
  privately: { path: string; headers: Record<string, string>; isThere(request: FastifyRequest): Promise<boolean> }[]
  /** Whose script and frame the pages may load. */
  captcha: CaptchaProvider | null
}

interface Page {
  type: string
  policy: string
  etag: string | null
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** What a built file says in place of our public URL (web/site/head-tags.ts). */
const anyUrl = 'https://mailferry.invalid'

/** Files that name our address, with their type. */
const addressed = {
  'robots.txt': 'text/plain; charset=utf-8',
  'sitemap.xml': 'application/xml',
  'changelog.xml': 'application/atom+xml',
}

/**
 * Serves dist/web: prerendered pages by their path, `screens` from the shell, assets for ever.
 * An unknown path gets the page for that with 404, unless it belongs to a wire.
 */
export async function servePages(app: FastifyInstance, folder: string, serving: Serving): Promise<void> {
  const { screens, privately, captcha } = serving
  const pages = readPages(folder, serving)
  const shell = pages.get('/app')
  const lost = pages.get('/404')
  if (!shell || !lost) return app.log.warn('The pages are not built, so there is only the API. Build and start with: npm start')
  for (const path of ['/app', '/404']) pages.delete(path)
  const unlisted = pageOf(shell.plain.toString().replace('</head>', '<meta name="robots" content="noindex, nofollow"></head>'), captcha)
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
  for (const { from, to } of readRedirects(folder)) app.get(from, { schema: { hide: true } }, (_request, reply) => reply.redirect(to, 301))
  for (const [path, page] of pages) app.get(path, { schema: { hide: true } }, (request, reply) => sendPage(request, reply, page, 200))
  for (const path of screens)
    if (!pages.has(path)) app.get(path, { schema: { hide: true } }, (request, reply) => sendPage(request, reply, shell, 200))
  for (const { path, headers, isThere } of privately)
    app.get(path, { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
      const status = (await isThere(request)) ? 200 : 404
      return sendPage(request, reply, { ...unlisted, etag: null }, status, headers)
    })
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && request.headers.accept?.includes('text/html')) return sendPage(request, reply, lost, 404)
    return reply.code(404).send({ code: 'not_found', message: spokenWords().of('http')('nothing') })
  })
}

function readPages(folder: string, { strip, captcha, publicUrl }: Serving): Map<string, Page> {
  if (!existsSync(folder)) return new Map()
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll(anyUrl, publicUrl)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(f => f.endsWith('.html'))
  return new Map([
    ...files.map(
      file =>
        [
          pathOf(file),
          pageOf(
            read(file).replace('<!--strip-->', () => strip),
            captcha,
          ),
        ] as const,
    ),
    ...Object.entries(addressed).map(([file, type]) => [`/${file}`, packed(read(file), type, contentSecurityPolicy([]))] as const),
  ])
}

const Redirects = z.array(z.object({ from: z.string(), to: z.string() }))

const readRedirects = (folder: string) => Redirects.parse(JSON.parse(readFileSync(join(folder, 'redirects.json'), 'utf8')))

const pathOf = (file: string): string => (file === 'index.html' ? '/' : `/${file.replaceAll('\\', '/').replace(/\.html$/, '')}`)

// A script of data runs nothing and needs no leave.
const inlineScript = /<script(?![^>]*\b(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g

function pageOf(html: string, captcha: CaptchaProvider | null): Page {
  const hashes = [...html.matchAll(inlineScript)].map(m => digest(m[1] ?? '').toString('base64'))
  return packed(html, 'text/html; charset=utf-8', contentSecurityPolicy([...new Set(hashes)], captcha))
}

function packed(text: string, type: string, policy: string): Page {
  const plain = Buffer.from(text)
  return {
    type,
    policy,
    etag: `"${digest(plain).toString('base64url').slice(0, 22)}"`,
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    gzip: gzipSync(plain),
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, status: number, headers = {}): FastifyReply {
  void reply.headers({
    'content-security-policy': page.policy,
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
