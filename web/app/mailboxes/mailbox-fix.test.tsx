// Tests which fix is offered for an email account.
import { expect, test } from 'vitest'
import { fixOf } from './mailbox-fix.ts'

const imap = { kind: 'imap', signIn: 'password', problem: null } as const

test('each trouble has its one fix, and an account in order has none', () => {
  expect(fixOf({ ...imap, state: 'live' })).toBe(null)
  expect(fixOf({ ...imap, state: 'connecting' })).toBe(null)
  expect(fixOf({ ...imap, state: 'waiting' })).toBe('check')
  expect(fixOf({ ...imap, state: 'needs_you' })).toBe('password')
  expect(fixOf({ ...imap, state: 'needs_you', problem: 'fingerprint_changed' })).toBe('certificate')
  expect(fixOf({ ...imap, signIn: 'oauth2', state: 'needs_you' })).toBe('sign_in')
  expect(fixOf({ ...imap, state: 'paused' })).toBe('resume')
})

test('an address of ours has nothing to sign in to', () => {
  expect(fixOf({ kind: 'address', signIn: null, problem: null, state: 'live' })).toBe(null)
  expect(fixOf({ kind: 'address', signIn: null, problem: null, state: 'paused' })).toBe('resume')
})
