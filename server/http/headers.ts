// The response headers that keep a browser from being tricked.
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Everything but pages gets the strictest policy; a page adds the hash of its one inline script (pages.ts). */
export function setHeaders(app: FastifyInstance, config: Config): void {
  const https = config.publicUrl.startsWith('https:')
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': contentSecurityPolicy([]),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    })
  })
}

/** sonner adds a style element, hence 'unsafe-inline' for styles; scripts run from our own files and named hashes alone. */
export function contentSecurityPolicy(scriptHashes: string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes.map(h => `'sha256-${h}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
