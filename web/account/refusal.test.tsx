// Tests that refused sign-ins and sign-ups never reveal whether an address has an account.
import { expect, test } from 'vitest'
import { nextPath } from './next-path.ts'
import { refusalKey } from './refusal.ts'

test.each([
  [{ status: 400, code: 'invalid_credentials' }, 'signIn', 'signIn.refused'],
  [{ status: 400, code: 'user_not_found' }, 'signIn', 'signIn.refused'],
  [{ status: 400, code: 'email_not_confirmed' }, 'signIn', 'signIn.refused'],
  [{ status: 422, code: 'user_already_exists' }, 'signUp', 'signUp.refused'],
  [{ status: 400, code: 'validation_failed' }, 'signUp', 'signUp.refused'],
  [{ status: 422, code: 'signup_disabled' }, 'signUp', 'signUp.closed'],
  [{ status: 422, code: 'weak_password' }, 'signUp', 'password.weak'],
  [{ status: 429, code: 'over_request_rate_limit' }, 'signIn', 'tooMany'],
  [{ status: 0, code: undefined }, 'signIn', 'unreachable'],
  [{ status: 503, code: undefined }, 'signUp', 'unreachable'],
] as const)('%o at %s results in %s', (error, action, key) => {
  expect(refusalKey(error, action)).toBe(key)
})

test.each([
  ['/filters?x=1', '/filters?x=1'],
  [null, '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['//evil.example', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['/\t/evil.example', '/dashboard'],
  ['/\n/evil.example', '/dashboard'],
])('after signing in, "%s" leads to %s', (next, path) => {
  expect(nextPath(next)).toBe(path)
})
