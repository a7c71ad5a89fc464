// Tests which message the callback page shows for the error in its URL.
import { expect, test } from 'vitest'
import { oauthRefusalKey, readRefusal } from './oauth-refusal.ts'

test.each([
  ['?error=access_denied&error_description=The+person+declined.', '', 'refused.cancelled'],
  ['?error=access_denied&error_code=signup_disabled', '', 'refused.closed'],
  ['', '#error=server_error&error_code=provider_email_needs_verification&sb=', 'refused.unverified'],
  ['?error=invalid_request&error_code=bad_oauth_state', '#error=invalid_request&error_code=bad_oauth_state&sb=', 'refused.late'],
  ['?error=server_error&error_code=unexpected_failure', '', 'refused.failed'],
])('%s%s is shown as %s', (search, hash, key) => {
  const refusal = readRefusal(search, hash)
  expect(refusal && oauthRefusalKey(refusal)).toBe(key)
})

test('a session or a code is no error, and an unreachable server is reported as such', () => {
  expect(readRefusal('?code=x', '#access_token=x')).toBeNull()
  expect(oauthRefusalKey({ status: 0, code: undefined })).toBe('unreachable')
  expect(oauthRefusalKey({ status: 503, code: 'unexpected_failure' })).toBe('unreachable')
  expect(oauthRefusalKey({ status: 429, code: 'over_request_rate_limit' })).toBe('tooMany')
})
