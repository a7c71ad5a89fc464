// Signs in a user through a provider: to their account, to one with the same address, or to a new one.
import { type Admission, admit, type KnownUser } from '../../../core/session/admission.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { emailToken } from '../email/one-time.ts'
import { limitUnprovenEmails } from '../email/request.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { userByEmail } from '../owners.ts'
import { changeUser, endSessions, insertUser, readUser, type UserRecord } from '../store.ts'
import { newUserRow, refuseBanned } from '../users.ts'
import { Metadata } from '../view.ts'
import { newIdentity, syncProviders } from './link.ts'
import { identityBySubject } from './owners.ts'
import { identityData } from './profile.ts'
import type { IdentityProvider, Profile } from './provider.ts'
import { addIdentity, changeIdentityData, dropIdentities, dropPendingProofs, dropUnverifiedIdentities, lockUserRow } from './store.ts'

/** `pending`: a confirmation email has been sent and must be opened first. */
export type Admitted = { kind: 'admitted'; userId: string } | { kind: 'pending' }

export interface ProviderReturn {
  request: AuthRequest
  provider: IdentityProvider
  profile: Profile
  /** Where an email's link redirects. */
  redirectTo: string
}

/** Throws the wire's errors; the caller commits the changes. */
export async function admitIdentity(deps: AuthDeps, tx: Tx, providerReturn: ProviderReturn): Promise<Admitted> {
  const { provider, profile } = providerReturn
  const { email, isVerified } = profile
  const own = await identityBySubject(tx, provider.name, profile.subject)
  if (own && Metadata.parse(own.identity_data)['iss'] !== profile.issuer)
    throw refuse('bad_oauth_callback', { message: 'The identity belongs to another issuer' })
  const owner = own && (await readLocked(tx, own.user_id))
  const holder = !owner && email ? await findHolder(tx, email) : null
  const { signUpOpen: isOpen, autoconfirm } = deps.switches
  const knownUsers = { owner: owner && toKnownUser(deps, owner), holder: holder && toKnownUser(deps, holder) }
  const admission = admit({ ...knownUsers, email, isVerified, isOpen, autoconfirm })
  const account = owner ?? holder
  if (account) refuseBanned(account.user, deps.now())
  return applyAdmission(deps, tx, providerReturn, admission, own?.id ?? null)
}

async function applyAdmission(
  deps: AuthDeps,
  tx: Tx,
  providerReturn: ProviderReturn,
  admission: Admission,
  identityId: string | null,
): Promise<Admitted> {
  const { request, provider, profile } = providerReturn
  if (admission.kind === 'refuse') throw refuse(admission.code, refusalMessage(admission.code, provider))
  if (!('userId' in admission)) {
    const created = await createUser(deps, tx, providerReturn, admission.kind === 'create')
    await noteSecurityEvent(deps, tx, request, { userId: created.userId, email: profile.email }, registeredEvent(provider))
    return admission.kind === 'create' ? { kind: 'admitted', userId: created.userId } : sendConfirmation(deps, tx, providerReturn, created)
  }
  const { userId, kind } = admission
  const joinedUser = kind === 'join' ? (await readUser(tx, userId))?.user : null
  if (kind === 'take_over') await dropUnprovenAccess(deps, tx, userId, identityId)
  if (kind === 'join' && profile.email) await dropUnverifiedIdentities(tx, userId, profile.email, identityId)
  const identity = { userId, identityId: await saveIdentity(deps, tx, userId, identityId, providerReturn) }
  await syncProviders(deps, tx, userId, profile)
  if (joinedUser) await notifyOfChange(deps, tx, request, joinedUser, 'identityAdded', { values: { provider: provider.label } })
  return kind === 'ask' ? sendConfirmation(deps, tx, providerReturn, identity) : { kind: 'admitted', userId }
}

const readLocked = async (tx: Tx, userId: string): Promise<UserRecord | null> =>
  (await lockUserRow(tx, userId)) ? readUser(tx, userId) : null

async function findHolder(tx: Tx, email: string): Promise<UserRecord | null> {
  const user = await userByEmail(tx, email)
  return user && readLocked(tx, user.id)
}

/** With autoconfirm on, only a provider's verification proves an address. */
function toKnownUser({ switches }: AuthDeps, { user, identities }: UserRecord): KnownUser {
  const isConfirmed = user.email_confirmed_at !== null
  const isVouchedFor = identities.some(({ provider, identity_data }) => {
    const data = Metadata.parse(identity_data)
    return provider !== 'email' && data['email'] === user.email && data['email_verified'] === true
  })
  return { userId: user.id, email: user.email, isConfirmed, hasProven: isConfirmed && (!switches.autoconfirm || isVouchedFor) }
}

const registeredEvent = ({ name }: IdentityProvider) =>
  ({ name: 'auth.register', status: 'success', details: { method: 'oauth', provider: name } }) as const

interface CreatedUser {
  userId: string
  identityId: string
}

async function createUser(deps: AuthDeps, tx: Tx, { provider, profile }: ProviderReturn, confirmed: boolean): Promise<CreatedUser> {
  const now = deps.now()
  const userId = newId(now)
  const user = newUserRow({ email: profile.email, passwordHash: null, confirmed, metadata: profile.about }, now)
  const identity = newIdentity(provider.name, profile, now)
  const app_metadata = JSON.stringify({ provider: provider.name, providers: [provider.name] })
  const isCreated = (await insertUser(tx, userId, { ...user, app_metadata })) && (await addIdentity(tx, userId, identity))
  if (!isCreated) throw concurrentCreation()
  await deps.hooks.onUserCreated(tx, userId)
  return { userId, identityId: identity.id }
}

/** Another request created it at the same moment. */
const concurrentCreation = () =>
  refuse('unexpected_failure', { status: 503, message: 'This account was just created by another request. Try again' })

/** Saves the identity as the provider describes it now. An address that was verified by email stays verified while it is the same. */
async function saveIdentity(
  deps: AuthDeps,
  tx: Tx,
  userId: string,
  id: string | null,
  { provider, profile }: ProviderReturn,
): Promise<string> {
  const identity = newIdentity(provider.name, profile, deps.now())
  const existing = id === null ? null : (await readUser(tx, userId))?.identities.find(i => i.id === id)
  if (!existing) {
    if (!(await addIdentity(tx, userId, identity))) throw concurrentCreation()
    return identity.id
  }
  const previous = Metadata.parse(existing.identity_data)
  const wasProven = previous['email'] === profile.email && previous['email_verified'] === true
  await changeIdentityData(tx, userId, existing.id, identityData({ ...profile, isVerified: profile.isVerified || wasProven }), deps.now())
  return existing.id
}

/** Somebody used this address without proving that it is theirs: removes every way they could sign in again. */
async function dropUnprovenAccess(deps: AuthDeps, tx: Tx, userId: string, identityId: string | null): Promise<void> {
  await dropIdentities(tx, userId, identityId)
  await dropPendingProofs(tx, userId)
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
  deps.check.clearCache()
}

async function sendConfirmation(
  deps: AuthDeps,
  tx: Tx,
  { request, provider, profile, redirectTo }: ProviderReturn,
  created: CreatedUser,
): Promise<Admitted> {
  const email = (await readUser(tx, created.userId))?.user.email ?? profile.email
  if (!email) throw refuse('email_address_not_provided')
  await limitUnprovenEmails(deps, request, email)
  const link = { type: 'signup', method: 'email/signup', redirectTo, challenge: null } as const
  const values = { provider: provider.label }
  await emailToken(deps, tx, created.userId, {
    kind: 'confirmation',
    content: 'provider',
    link,
    email,
    values,
    identityId: created.identityId,
  })
  await changeUser(tx, created.userId, { confirmation_sent_at: deps.now() })
  return { kind: 'pending' }
}

/** The same message whether or not the address has an account, so that nobody learns which. */
export function refusalMessage(code: string, { label }: IdentityProvider): { message?: string } {
  if (code !== 'provider_email_needs_verification') return {}
  return { message: `Unverified email with ${label}. A confirmation email has been sent to your ${label} email` }
}
