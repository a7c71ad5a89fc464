// Lets in whom a provider vouches for: to the account that is theirs, to one that has their address, or to a new one.
import { type Admission, admit, type Known } from '../../../core/session/admission.ts'
import type { Tx } from '../../db/pool.ts'
import { newId } from '../../seal.ts'
import type { Ask } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { countLetter } from '../mailed/asking.ts'
import { tellChanged } from '../mailed/changed.ts'
import { mailToken } from '../mailed/one-time.ts'
import { userByEmail } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { newUser, refuseBanned } from '../people.ts'
import { changeUser, endSessions, insertUser, readUser, type UserRecord } from '../store.ts'
import { Metadata } from '../view.ts'
import { keepProviders, newIdentity } from './link.ts'
import { identityBySubject } from './owners.ts'
import { identityData } from './profile.ts'
import type { Profile, Provider } from './provider.ts'
import { addIdentity, changeIdentityData, dropBegun, dropIdentities, dropUnproven, lockPerson } from './store.ts'

/** `asked`: a letter is on its way, and nobody is let in until it is opened. */
export type Admitted = { kind: 'person'; userId: string } | { kind: 'asked' }

export interface Arriving {
  ask: Ask
  provider: Provider
  profile: Profile
  /** Where the link of a letter leads. */
  redirectTo: string
}

/** Throws the refusals of the wire; what it has changed is the caller's to commit. */
export async function letIn(parts: AuthParts, tx: Tx, arriving: Arriving): Promise<Admitted> {
  const { provider, profile } = arriving
  const { email, isVerified } = profile
  const own = await identityBySubject(tx, provider.name, profile.subject)
  if (own && Metadata.parse(own.identity_data)['iss'] !== profile.issuer)
    throw refuse('bad_oauth_callback', { message: 'The identity is of another issuer' })
  const owner = own && (await readLocked(tx, own.user_id))
  const holder = !owner && email ? await holderOf(tx, email) : null
  const { signUpOpen: isOpen, autoconfirm } = parts.switches
  const known = { owner: owner && knownOf(parts, owner), holder: holder && knownOf(parts, holder) }
  const admission = admit({ ...known, email, isVerified, isOpen, autoconfirm })
  const person = owner ?? holder
  if (person) refuseBanned(person.user, parts.now())
  return follow(parts, tx, arriving, admission, own?.id ?? null)
}

async function follow(parts: AuthParts, tx: Tx, arriving: Arriving, admission: Admission, identityId: string | null): Promise<Admitted> {
  const { ask, provider, profile } = arriving
  if (admission.kind === 'refuse') throw refuse(admission.code, sentenceFor(admission.code, provider))
  if (!('userId' in admission)) {
    const made = await make(parts, tx, arriving, admission.kind === 'create')
    await note(parts, tx, ask, { userId: made.userId, email: profile.email }, registered(provider))
    return admission.kind === 'create' ? { kind: 'person', userId: made.userId } : askByLetter(parts, tx, arriving, made)
  }
  const { userId, kind } = admission
  const joined = kind === 'join' ? (await readUser(tx, userId))?.user : null
  if (kind === 'take_over') await dropWhoWaited(parts, tx, userId, identityId)
  if (kind === 'join' && profile.email) await dropUnproven(tx, userId, profile.email, identityId)
  const identity = { userId, identityId: await keepIdentity(parts, tx, userId, identityId, arriving) }
  await keepProviders(parts, tx, userId, profile)
  if (joined) await tellChanged(parts, tx, ask, joined, 'identityAdded', { provider: provider.label })
  return kind === 'ask' ? askByLetter(parts, tx, arriving, identity) : { kind: 'person', userId }
}

const readLocked = async (tx: Tx, userId: string): Promise<UserRecord | null> =>
  (await lockPerson(tx, userId)) ? readUser(tx, userId) : null

async function holderOf(tx: Tx, email: string): Promise<UserRecord | null> {
  const user = await userByEmail(tx, email)
  return user && readLocked(tx, user.id)
}

/** Where every new address is taken as confirmed, only a provider's word has proven it. */
function knownOf({ switches }: AuthParts, { user, identities }: UserRecord): Known {
  const isConfirmed = user.email_confirmed_at !== null
  const isVouchedFor = identities.some(({ provider, identity_data }) => {
    const data = Metadata.parse(identity_data)
    return provider !== 'email' && data['email'] === user.email && data['email_verified'] === true
  })
  return { userId: user.id, email: user.email, isConfirmed, hasProven: isConfirmed && (!switches.autoconfirm || isVouchedFor) }
}

const registered = ({ name }: Provider) =>
  ({ name: 'auth.register', status: 'success', details: { method: 'oauth', provider: name } }) as const

interface Made {
  userId: string
  identityId: string
}

async function make(parts: AuthParts, tx: Tx, { provider, profile }: Arriving, confirmed: boolean): Promise<Made> {
  const now = parts.now()
  const userId = newId(now)
  const user = newUser({ email: profile.email, passwordHash: null, confirmed, metadata: profile.about }, now)
  const identity = newIdentity(provider.name, profile, now)
  const app_metadata = JSON.stringify({ provider: provider.name, providers: [provider.name] })
  const isMade = (await insertUser(tx, userId, { ...user, app_metadata })) && (await addIdentity(tx, userId, identity))
  if (!isMade) throw madeMeanwhile()
  await parts.onUserCreated(tx, userId)
  return { userId, identityId: identity.id }
}

/** Another tab was faster by a moment. */
const madeMeanwhile = () =>
  refuse('unexpected_failure', { status: 503, message: 'This account was being made in another place. Try again' })

/** The identity as the provider describes it now. An address that a letter has proven stays so while it is the same. */
async function keepIdentity(parts: AuthParts, tx: Tx, userId: string, id: string | null, { provider, profile }: Arriving): Promise<string> {
  const identity = newIdentity(provider.name, profile, parts.now())
  const kept = id === null ? null : (await readUser(tx, userId))?.identities.find(one => one.id === id)
  if (!kept) {
    if (!(await addIdentity(tx, userId, identity))) throw madeMeanwhile()
    return identity.id
  }
  const before = Metadata.parse(kept.identity_data)
  const wasProven = before['email'] === profile.email && before['email_verified'] === true
  await changeIdentityData(tx, userId, kept.id, identityData({ ...profile, isVerified: profile.isVerified || wasProven }), parts.now())
  return kept.id
}

/** Somebody has used this address without showing that it is theirs: whatever they left to come back by is gone. */
async function dropWhoWaited(parts: AuthParts, tx: Tx, userId: string, identityId: string | null): Promise<void> {
  await dropIdentities(tx, userId, identityId)
  await dropBegun(tx, userId)
  await endSessions(tx, userId, 'global', '')
  await changeUser(tx, userId, {
    password_hash: null,
    user_metadata: '{}',
    email_confirmed_at: parts.now(),
    new_email: null,
    phone: null,
    phone_confirmed_at: null,
    new_phone: null,
  })
  parts.check.forget()
}

async function askByLetter(parts: AuthParts, tx: Tx, { provider, profile, redirectTo }: Arriving, made: Made): Promise<Admitted> {
  const email = (await readUser(tx, made.userId))?.user.email ?? profile.email
  if (!email) throw refuse('email_address_not_provided')
  await countLetter(parts, email)
  const link = { type: 'signup', method: 'email/signup', redirectTo, challenge: null } as const
  const values = { provider: provider.label }
  await mailToken(parts, tx, made.userId, { kind: 'confirmation', letter: 'provider', link, email, values, identityId: made.identityId })
  await changeUser(tx, made.userId, { confirmation_sent_at: parts.now() })
  return { kind: 'asked' }
}

/** The same whether the address has an account here or a letter is on its way: nobody learns which. */
export function sentenceFor(code: string, { label }: Provider): { message?: string } {
  if (code !== 'provider_email_needs_verification') return {}
  return { message: `Unverified email with ${label}. A confirmation email has been sent to your ${label} email` }
}
