// The built pages, held in memory with the sandbox strip written in, and the built files beside them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { digest } from '../seal.ts'
import { contentSecurityPolicy } from './headers.ts'

interface Page {
  policy: string
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/**
 * Serves dist/web: prerendered pages by their path, `screens` from the shell, assets for ever.
 * An unknown path gets the shell with 404, unless it belongs to a wire.
 */
export async function servePages(app: FastifyInstance, folder: string, strip: string, screens: string[]): Promise<void> {
  const pages = readPages(folder, strip)
  const shell = pages.get('/app')
  if (!shell) return app.log.warn('The pages are not built, so there is only the API. Build and start with: npm start')
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
  for (const [path, page] of pages)
    if (path !== '/app') app.get(path, { schema: { hide: true } }, (request, reply) => sendPage(request, reply, page, 200))
  for (const path of screens)
    if (!pages.has(path)) app.get(path, { schema: { hide: true } }, (request, reply) => sendPage(request, reply, shell, 200))
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && request.headers.accept?.includes('text/html')) return sendPage(request, reply, shell, 404)
    return reply.code(404).send({ code: 'not_found', message: 'There is nothing at this address. Check the URL.' })
  })
}

function readPages(folder: string, strip: string): Map<string, Page> {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(f => f.endsWith('.html'))
  return new Map(files.map(file => [pathOf(file), pageOf(readFileSync(join(folder, file), 'utf8').replace('<!--strip-->', () => strip))]))
}

const pathOf = (file: string): string => (file === 'index.html' ? '/' : `/${file.replaceAll('\\', '/').replace(/\.html$/, '')}`)

function pageOf(html: string): Page {
  const plain = Buffer.from(html)
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(m => digest(m[1] ?? '').toString('base64'))
  return {
    policy: contentSecurityPolicy([...new Set(hashes)]),
    etag: `"${digest(plain).toString('base64url').slice(0, 22)}"`,
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    gzip: gzipSync(plain),
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, status: number): FastifyReply {
  void reply.headers({
    'content-security-policy': page.policy,
    'cache-control': 'no-cache',
    etag: page.etag,
    vary: 'accept-encoding',
    'content-type': 'text/html; charset=utf-8',
  })
  if (status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepts = request.headers['accept-encoding'] ?? ''
  if (accepts.includes('br')) return reply.code(status).header('content-encoding', 'br').send(page.br)
  if (accepts.includes('gzip')) return reply.code(status).header('content-encoding', 'gzip').send(page.gzip)
  return reply.code(status).send(page.plain)
}
