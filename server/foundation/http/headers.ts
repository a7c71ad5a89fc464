// Sets the security headers of every response.
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Everything but pages gets the strictest policy; a page adds the hash of its one inline script (pages.ts). Responses from /api concern
 * one user in one language: no cache may store them.
 */
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
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
}

/** The hosts from which each captcha loads its script and frame. */
const captchaHosts = {
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
}
export type CaptchaProvider = keyof typeof captchaHosts

/** sonner adds a style element, hence 'unsafe-inline' for styles; scripts run only from our files, listed hashes and the configured captcha. */
export function contentSecurityPolicy(scriptHashes: string[], captcha: CaptchaProvider | null = null): string {
  const hosts = captcha ? captchaHosts[captcha] : []
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hosts, ...scriptHashes.map(h => `'sha256-${h}'`)].join(' '),
    ...(captcha ? [["frame-src 'self'", ...hosts].join(' ')] : []),
    ["style-src 'self' 'unsafe-inline'", ...hosts].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...hosts].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
