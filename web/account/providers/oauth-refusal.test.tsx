// Tests which message the callback page shows for the errors in its address.
import { expect, test } from 'vitest'
import { refusedIn, sentenceOf } from './oauth-refusal.ts'

test.each([
  ['?error=access_denied&error_description=The+person+declined.', '', 'refused.cancelled'],
  ['?error=access_denied&error_code=signup_disabled', '', 'refused.closed'],
  ['', '#error=server_error&error_code=provider_email_needs_verification&sb=', 'refused.unverified'],
  ['?error=invalid_request&error_code=bad_oauth_state', '#error=invalid_request&error_code=bad_oauth_state&sb=', 'refused.late'],
  ['?error=server_error&error_code=unexpected_failure', '', 'refused.failed'],
])('%s%s is told as %s', (search, hash, sentence) => {
  const refused = refusedIn(search, hash)
  expect(refused && sentenceOf(refused)).toBe(sentence)
})

test('a session or a code is no error, and a server that does not respond is reported as such', () => {
  expect(refusedIn('?code=x', '#access_token=x')).toBeNull()
  expect(sentenceOf({ status: 0, code: undefined })).toBe('unreachable')
  expect(sentenceOf({ status: 503, code: 'unexpected_failure' })).toBe('unreachable')
  expect(sentenceOf({ status: 429, code: 'over_request_rate_limit' })).toBe('tooMany')
})
