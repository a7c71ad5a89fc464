// What the return page says of what an address brings back.
import { expect, test } from 'vitest'
import { refusedIn, sentenceOf } from './refused.ts'

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

test('a session or a code is no refusal, and a server that does not answer is told as that', () => {
  expect(refusedIn('?code=x', '#access_token=x')).toBeNull()
  expect(sentenceOf({ status: 0, code: undefined })).toBe('unreachable')
  expect(sentenceOf({ status: 503, code: 'unexpected_failure' })).toBe('unreachable')
  expect(sentenceOf({ status: 429, code: 'over_request_rate_limit' })).toBe('tooMany')
})
