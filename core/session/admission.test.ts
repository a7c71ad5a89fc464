// Tests which provider sign-ins are admitted.
import { expect, test } from 'vitest'
import { type Admission, admit, type KnownUser, type ProviderSignIn } from './admission.ts'

const nobody: ProviderSignIn = { owner: null, holder: null, email: 'ada@example.com', isVerified: true, isOpen: true, autoconfirm: false }
const ada: KnownUser = { userId: 'ada', email: 'ada@example.com', isConfirmed: true, hasProven: true }
const waiting: KnownUser = { ...ada, isConfirmed: false, hasProven: false }

const cases: [what: string, arrival: Partial<ProviderSignIn>, Admission][] = [
  ['a new address that the provider vouches for makes an account', {}, { kind: 'create' }],
  ['a new address that nobody vouches for is asked by letter', { isVerified: false }, { kind: 'create_to_ask' }],
  ['unless every new address is taken as confirmed', { isVerified: false, autoconfirm: true }, { kind: 'create' }],
  ['nobody is made where sign-up is closed', { isOpen: false }, { kind: 'refuse', code: 'signup_disabled' }],
  ['but who is known comes in', { isOpen: false, owner: ada }, { kind: 'sign_in', userId: 'ada' }],
  ['and who has an account too', { isOpen: false, holder: ada }, { kind: 'join', userId: 'ada' }],
  ['without an address there is no account', { email: null }, { kind: 'refuse', code: 'email_address_not_provided' }],
  ['an identity that is known needs none', { email: null, owner: ada }, { kind: 'sign_in', userId: 'ada' }],
  [
    'it opens its own account, whoever has the address now',
    { owner: ada, holder: { ...ada, userId: 'ben' } },
    { kind: 'sign_in', userId: 'ada' },
  ],
  ['an unverified address opens nobody', { isVerified: false, holder: ada }, { kind: 'refuse', code: 'provider_email_needs_verification' }],
  [
    'not even where addresses are taken as confirmed',
    { isVerified: false, holder: ada, autoconfirm: true },
    { kind: 'refuse', code: 'provider_email_needs_verification' },
  ],
  ['who signed up with it and never showed that it is theirs is dropped', { holder: waiting }, { kind: 'take_over', userId: 'ada' }],
  [
    'so is who was merely taken as confirmed',
    { holder: { ...ada, hasProven: false }, autoconfirm: true },
    { kind: 'take_over', userId: 'ada' },
  ],
  ['an identity whose letter was never opened asks again', { owner: waiting, isVerified: false }, { kind: 'ask', userId: 'ada' }],
  ['until its provider vouches for the very address', { owner: waiting }, { kind: 'take_over', userId: 'ada' }],
  ['another address that is verified proves nothing', { owner: waiting, email: 'other@example.com' }, { kind: 'ask', userId: 'ada' }],
]
test.each(cases)('%s', (_what, arrival, admission) => {
  expect(admit({ ...nobody, ...arrival })).toEqual(admission)
})
