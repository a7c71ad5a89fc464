// Tests which fix is offered for an email account.
import { expect, test } from 'vitest'
import { findFix } from './mailbox-fix.ts'

const imap = { kind: 'imap', signIn: 'password', problem: null } as const

test('each problem has one fix, and a working account has none', () => {
  expect(findFix({ ...imap, state: 'live' })).toBe(null)
  expect(findFix({ ...imap, state: 'connecting' })).toBe(null)
  expect(findFix({ ...imap, state: 'waiting' })).toBe('check')
  expect(findFix({ ...imap, state: 'needs_you' })).toBe('password')
  expect(findFix({ ...imap, state: 'needs_you', problem: 'fingerprint_changed' })).toBe('certificate')
  expect(findFix({ ...imap, signIn: 'oauth2', state: 'needs_you' })).toBe('sign_in')
  expect(findFix({ ...imap, state: 'paused' })).toBe('resume')
})

test('a Mailferry address never needs a sign-in', () => {
  expect(findFix({ kind: 'address', signIn: null, problem: null, state: 'live' })).toBe(null)
  expect(findFix({ kind: 'address', signIn: null, problem: null, state: 'paused' })).toBe('resume')
})
