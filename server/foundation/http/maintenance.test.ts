// Tests what is refused during maintenance, and what must go on.
import { expect, test } from 'vitest'
import { isRefusedInMaintenance } from './maintenance.ts'

test.each([
  ['POST', '/api/filters', true],
  ['DELETE', '/api/mailboxes/1', true],
  ['PUT', '/auth/v1/user', true],
  ['POST', '/auth/v1/signup', true],
  ['PATCH', '/rest/v1/settings', true],
  ['POST', '/storage/v1/object/avatars/a.png', true],
  ['GET', '/api/filters', false],
  ['HEAD', '/', false],
  ['OPTIONS', '/rest/v1/settings', false],
  ['POST', '/webhooks/whatsapp', false],
  ['POST', '/webhooks/stripe', false],
  ['POST', '/auth/v1/token?grant_type=password', false],
  ['POST', '/auth/v1/factors/1/verify', false],
  ['POST', '/auth/v1/otp', false],
  ['POST', '/auth/v1/verify', false],
  ['POST', '/auth/v1/recover', true],
  ['PUT', '/api/admin/settings/maintenance', false],
])('%s %s is refused: %s', (method, url, isRefused) => {
  expect(isRefusedInMaintenance(method, url)).toBe(isRefused)
})
