// What a page may load: our own files, and those of the captcha that is set up.
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { openApp } from './app.ts'
import { contentSecurityPolicy } from './headers.ts'

const rules = (policy: string) => Object.fromEntries(policy.split('; ').map(rule => [rule.slice(0, rule.indexOf(' ')), rule]))

test('without a captcha nothing of others is loaded', () => {
  expect(contentSecurityPolicy(['abc'])).not.toContain('http')
  expect(rules(contentSecurityPolicy(['abc']))).toMatchObject({
    'script-src': "script-src 'self' 'sha256-abc'",
    'connect-src': "connect-src 'self'",
  })
})

test.each([
  ['turnstile', 'https://challenges.cloudflare.com'],
  ['hcaptcha', 'https://hcaptcha.com https://*.hcaptcha.com'],
] as const)('with %s its hosts may be loaded and framed, and nothing may frame us', (provider, hosts) => {
  const policy = rules(contentSecurityPolicy(['abc'], provider))
  expect(policy).toMatchObject({
    'script-src': `script-src 'self' ${hosts} 'sha256-abc'`,
    'frame-src': `frame-src 'self' ${hosts}`,
    'img-src': "img-src 'self' data:",
    'frame-ancestors': "frame-ancestors 'none'",
  })
})

test('what /api answers is kept nowhere, refusals too, unless it says otherwise itself; pages say so for themselves', async () => {
  const app = await openApp(readConfig({}), openLog('silent'))
  app.get('/api/thing', async () => ({}))
  app.get('/api/file', async (_request, reply) => reply.header('cache-control', 'private, max-age=60').send('file'))
  app.get('/page', async () => 'page')
  const keeping = async (url: string) => (await app.inject(url)).headers['cache-control']
  expect(await Promise.all(['/api/thing', '/api/nothing', '/api/file', '/page'].map(keeping))).toEqual([
    'no-store',
    'no-store',
    'private, max-age=60',
    undefined,
  ])
  await app.close()
})
