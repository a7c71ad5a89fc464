// Tests the messages shown when a phone code cannot be sent or verified.
import { expect, test } from 'vitest'
import { mayArrive, phoneRefusalKey } from './refusal.ts'

test.each([
  [{ status: 429, code: 'over_sms_send_rate_limit' }, 'byphone', 'wait'],
  [{ status: 429, code: 'over_request_rate_limit' }, 'account', 'tooMany'],
  [{ status: 422, code: 'sms_send_failed' }, 'byphone', 'unreached'],
  [{ status: 503, code: undefined }, 'byphone', 'unsent'],
  [{ status: 0, code: undefined }, 'account', 'unreachable'],
  [{ status: 403, code: 'otp_expired' }, 'byphone', 'codeWrong'],
  [{ status: 422, code: 'mfa_verification_failed' }, 'byphone', 'codeWrong'],
  [{ status: 422, code: 'phone_exists' }, 'byphone', 'taken'],
  [{ status: 422, code: 'signup_disabled' }, 'account', 'signUp.closed'],
  [{ status: 400, code: 'captcha_failed' }, 'account', 'captcha.refused'],
  [{ status: 401, code: 'insufficient_aal' }, 'byphone', 'refused'],
] as const)('%o results in %s: %s', (refused, catalog, key) => {
  expect(phoneRefusalKey(refused)).toEqual({ catalog, key })
})

test('a code may still arrive unless sending it definitely failed', () => {
  expect([503, 422, 0].map(status => mayArrive({ status, code: undefined }))).toEqual([true, false, false])
})
