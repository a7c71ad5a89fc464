// Tests the security headers: what a page may load, and which responses may be cached.
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { openApp } from './app.ts'
import { contentSecurityPolicy } from './headers.ts'

const directives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map(directive => [directive.slice(0, directive.indexOf(' ')), directive]))

test('without a captcha nothing is loaded from other hosts', () => {
  expect(contentSecurityPolicy(['abc'])).not.toContain('http')
  expect(directives(contentSecurityPolicy(['abc']))).toMatchObject({
    'script-src': "script-src 'self' 'sha256-abc'",
    'connect-src': "connect-src 'self'",
  })
})

test.each([
  ['turnstile', 'https://challenges.cloudflare.com'],
  ['hcaptcha', 'https://hcaptcha.com https://*.hcaptcha.com'],
] as const)('with %s its hosts may be loaded and framed, and nobody may frame us', (provider, hosts) => {
  const policy = directives(contentSecurityPolicy(['abc'], provider))
  expect(policy).toMatchObject({
    'script-src': `script-src 'self' ${hosts} 'sha256-abc'`,
    'frame-src': `frame-src 'self' ${hosts}`,
    'img-src': "img-src 'self' data:",
    'frame-ancestors': "frame-ancestors 'none'",
  })
})

test('responses from /api are never cached, errors included, unless a route says otherwise; pages set their own header', async () => {
  const app = await openApp(readConfig({}), openLog('silent'))
  app.get('/api/thing', async () => ({}))
  app.get('/api/file', async (_request, reply) => reply.header('cache-control', 'private, max-age=60').send('file'))
  app.get('/page', async () => 'page')
  const cacheControl = async (url: string) => (await app.inject(url)).headers['cache-control']
  expect(await Promise.all(['/api/thing', '/api/nothing', '/api/file', '/page'].map(cacheControl))).toEqual([
    'no-store',
    'no-store',
    'private, max-age=60',
    undefined,
  ])
  await app.close()
})
