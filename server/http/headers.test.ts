// What a page may load: our own files, and those of the captcha that is set up.
import { expect, test } from 'vitest'
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
