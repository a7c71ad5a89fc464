// Tests which provider sign-ins are admitted.
import { expect, test } from 'vitest'
import { type Admission, admit, type KnownUser, type ProviderSignIn } from './admission.ts'

const nobody: ProviderSignIn = { owner: null, holder: null, email: 'ada@example.com', isVerified: true, isOpen: true, autoconfirm: false }
const ada: KnownUser = { userId: 'ada', email: 'ada@example.com', isConfirmed: true, hasProven: true }
const waiting: KnownUser = { ...ada, isConfirmed: false, hasProven: false }

const cases: [what: string, arrival: Partial<ProviderSignIn>, Admission][] = [
  ['a new address that the provider verified creates an account', {}, { kind: 'create' }],
  ['a new, unverified address gets a confirmation email', { isVerified: false }, { kind: 'create_to_ask' }],
  ['unless every new address is treated as confirmed', { isVerified: false, autoconfirm: true }, { kind: 'create' }],
  ['no account is created while sign-up is closed', { isOpen: false }, { kind: 'refuse', code: 'signup_disabled' }],
  ['but a known identity signs in', { isOpen: false, owner: ada }, { kind: 'sign_in', userId: 'ada' }],
  ['and so does the holder of an account', { isOpen: false, holder: ada }, { kind: 'join', userId: 'ada' }],
  ['without an address no account is created', { email: null }, { kind: 'refuse', code: 'email_address_not_provided' }],
  ['a known identity needs no address', { email: null, owner: ada }, { kind: 'sign_in', userId: 'ada' }],
  [
    'it opens its own account, even if somebody else has the address now',
    { owner: ada, holder: { ...ada, userId: 'ben' } },
    { kind: 'sign_in', userId: 'ada' },
  ],
  [
    'an unverified address does not open an account',
    { isVerified: false, holder: ada },
    { kind: 'refuse', code: 'provider_email_needs_verification' },
  ],
  [
    'not even where addresses are treated as confirmed',
    { isVerified: false, holder: ada, autoconfirm: true },
    { kind: 'refuse', code: 'provider_email_needs_verification' },
  ],
  ['earlier sign-in methods of an unconfirmed account are removed', { holder: waiting }, { kind: 'take_over', userId: 'ada' }],
  [
    'also if the address was only treated as confirmed',
    { holder: { ...ada, hasProven: false }, autoconfirm: true },
    { kind: 'take_over', userId: 'ada' },
  ],
  [
    'an identity whose confirmation email was never opened gets another one',
    { owner: waiting, isVerified: false },
    { kind: 'ask', userId: 'ada' },
  ],
  ['until its provider verifies that address', { owner: waiting }, { kind: 'take_over', userId: 'ada' }],
  ['another address that is verified proves nothing', { owner: waiting, email: 'other@example.com' }, { kind: 'ask', userId: 'ada' }],
]
test.each(cases)('%s', (_what, arrival, admission) => {
  expect(admit({ ...nobody, ...arrival })).toEqual(admission)
})
