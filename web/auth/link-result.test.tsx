// Tests where the result of an email link is handled.
import { expect, test } from 'vitest'
import { screenForLinkResult } from './link-result.ts'

const tokens = '#access_token=a&expires_in=3600&refresh_token=r&token_type=bearer'

test.each([
  [`${tokens}&type=magiclink`, null],
  [`${tokens}&type=recovery`, null],
  ['#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid', '/login'],
  ['#error=', null],
  ['#plans', null],
  ['', null],
])('%s leads to %s', (hash, screen) => {
  expect(screenForLinkResult(hash)).toBe(screen)
})
