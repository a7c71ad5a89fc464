// Signs in a user that a provider vouches for: to their account, to one with their address, or to a new one.
import { type Admission, admit, type KnownUser } from '../../../core/session/admission.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { mailToken } from '../email/one-time.ts'
import { limitEmails } from '../email/request.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { userByEmail } from '../owners.ts'
import { changeUser, endSessions, insertUser, readUser, type UserRecord } from '../store.ts'
import { newUserRow, refuseBanned } from '../users.ts'
import { Metadata } from '../view.ts'
import { keepProviders, newIdentity } from './link.ts'
import { identityBySubject } from './owners.ts'
import { identityData } from './profile.ts'
import type { IdentityProvider, Profile } from './provider.ts'
import { addIdentity, changeIdentityData, dropBegun, dropIdentities, dropUnproven, lockPerson } from './store.ts'

/** `asked`: an email is on its way, and nobody is let in until it is opened. */
export type Admitted = { kind: 'person'; userId: string } | { kind: 'asked' }

export interface ProviderReturn {
  request: AuthRequest
  provider: IdentityProvider
  profile: Profile
  /** Where the link of an email leads. */
  redirectTo: string
}

/** Throws the refusals of the wire; what it has changed is the caller's to commit. */
export async function admitIdentity(deps: AuthDeps, tx: Tx, arriving: ProviderReturn): Promise<Admitted> {
  const { provider, profile } = arriving
  const { email, isVerified } = profile
  const own = await identityBySubject(tx, provider.name, profile.subject)
  if (own && Metadata.parse(own.identity_data)['iss'] !== profile.issuer)
    throw refuse('bad_oauth_callback', { message: 'The identity is of another issuer' })
  const owner = own && (await readLocked(tx, own.user_id))
  const holder = !owner && email ? await holderOf(tx, email) : null
  const { signUpOpen: isOpen, autoconfirm } = deps.switches
  const known = { owner: owner && knownOf(deps, owner), holder: holder && knownOf(deps, holder) }
  const admission = admit({ ...known, email, isVerified, isOpen, autoconfirm })
  const person = owner ?? holder
  if (person) refuseBanned(person.user, deps.now())
  return follow(deps, tx, arriving, admission, own?.id ?? null)
}

async function follow(
  deps: AuthDeps,
  tx: Tx,
  arriving: ProviderReturn,
  admission: Admission,
  identityId: string | null,
): Promise<Admitted> {
  const { request, provider, profile } = arriving
  if (admission.kind === 'refuse') throw refuse(admission.code, sentenceFor(admission.code, provider))
  if (!('userId' in admission)) {
    const made = await make(deps, tx, arriving, admission.kind === 'create')
    await note(deps, tx, request, { userId: made.userId, email: profile.email }, registered(provider))
    return admission.kind === 'create' ? { kind: 'person', userId: made.userId } : askByLetter(deps, tx, arriving, made)
  }
  const { userId, kind } = admission
  const joined = kind === 'join' ? (await readUser(tx, userId))?.user : null
  if (kind === 'take_over') await dropWhoWaited(deps, tx, userId, identityId)
  if (kind === 'join' && profile.email) await dropUnproven(tx, userId, profile.email, identityId)
  const identity = { userId, identityId: await keepIdentity(deps, tx, userId, identityId, arriving) }
  await keepProviders(deps, tx, userId, profile)
  if (joined) await notifyOfChange(deps, tx, request, joined, 'identityAdded', { provider: provider.label })
  return kind === 'ask' ? askByLetter(deps, tx, arriving, identity) : { kind: 'person', userId }
}

const readLocked = async (tx: Tx, userId: string): Promise<UserRecord | null> =>
  (await lockPerson(tx, userId)) ? readUser(tx, userId) : null

async function holderOf(tx: Tx, email: string): Promise<UserRecord | null> {
  const user = await userByEmail(tx, email)
  return user && readLocked(tx, user.id)
}

/** Where every new address is taken as confirmed, only a provider's word has proven it. */
function knownOf({ switches }: AuthDeps, { user, identities }: UserRecord): KnownUser {
  const isConfirmed = user.email_confirmed_at !== null
  const isVouchedFor = identities.some(({ provider, identity_data }) => {
    const data = Metadata.parse(identity_data)
    return provider !== 'email' && data['email'] === user.email && data['email_verified'] === true
  })
  return { userId: user.id, email: user.email, isConfirmed, hasProven: isConfirmed && (!switches.autoconfirm || isVouchedFor) }
}

const registered = ({ name }: IdentityProvider) =>
  ({ name: 'auth.register', status: 'success', details: { method: 'oauth', provider: name } }) as const

interface Made {
  userId: string
  identityId: string
}

async function make(deps: AuthDeps, tx: Tx, { provider, profile }: ProviderReturn, confirmed: boolean): Promise<Made> {
  const now = deps.now()
  const userId = newId(now)
  const user = newUserRow({ email: profile.email, passwordHash: null, confirmed, metadata: profile.about }, now)
  const identity = newIdentity(provider.name, profile, now)
  const app_metadata = JSON.stringify({ provider: provider.name, providers: [provider.name] })
  const isMade = (await insertUser(tx, userId, { ...user, app_metadata })) && (await addIdentity(tx, userId, identity))
  if (!isMade) throw madeMeanwhile()
  await deps.hooks.onUserCreated(tx, userId)
  return { userId, identityId: identity.id }
}

/** Another tab was faster by a moment. */
const madeMeanwhile = () =>
  refuse('unexpected_failure', { status: 503, message: 'This account was being made in another place. Try again' })

/** The identity as the provider describes it now. An address that an email has proven stays so while it is the same. */
async function keepIdentity(
  deps: AuthDeps,
  tx: Tx,
  userId: string,
  id: string | null,
  { provider, profile }: ProviderReturn,
): Promise<string> {
  const identity = newIdentity(provider.name, profile, deps.now())
  const kept = id === null ? null : (await readUser(tx, userId))?.identities.find(one => one.id === id)
  if (!kept) {
    if (!(await addIdentity(tx, userId, identity))) throw madeMeanwhile()
    return identity.id
  }
  const before = Metadata.parse(kept.identity_data)
  const wasProven = before['email'] === profile.email && before['email_verified'] === true
  await changeIdentityData(tx, userId, kept.id, identityData({ ...profile, isVerified: profile.isVerified || wasProven }), deps.now())
  return kept.id
}

/** Somebody has used this address without showing that it is theirs: whatever they left to come back by is gone. */
async function dropWhoWaited(deps: AuthDeps, tx: Tx, userId: string, identityId: string | null): Promise<void> {
  await dropIdentities(tx, userId, identityId)
  await dropBegun(tx, userId)
  await endSessions(tx, userId, 'global', '')
  await changeUser(tx, userId, {
    password_hash: null,
    user_metadata: '{}',
    email_confirmed_at: deps.now(),
    new_email: null,
    phone: null,
    phone_confirmed_at: null,
    new_phone: null,
  })
  deps.check.forget()
}

async function askByLetter(deps: AuthDeps, tx: Tx, { provider, profile, redirectTo }: ProviderReturn, made: Made): Promise<Admitted> {
  const email = (await readUser(tx, made.userId))?.user.email ?? profile.email
  if (!email) throw refuse('email_address_not_provided')
  await limitEmails(deps, email)
  const link = { type: 'signup', method: 'email/signup', redirectTo, challenge: null } as const
  const values = { provider: provider.label }
  await mailToken(deps, tx, made.userId, { kind: 'confirmation', content: 'provider', link, email, values, identityId: made.identityId })
  await changeUser(tx, made.userId, { confirmation_sent_at: deps.now() })
  return { kind: 'asked' }
}

/** The same whether the address has an account here or an email is on its way: nobody learns which. */
export function sentenceFor(code: string, { label }: IdentityProvider): { message?: string } {
  if (code !== 'provider_email_needs_verification') return {}
  return { message: `Unverified email with ${label}. A confirmation email has been sent to your ${label} email` }
}
