// Links a provider's identity to a signed-in user, and keeps their list of providers up to date.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { newId } from '../../foundation/seal.ts'
import { requestWords } from '../../foundation/words.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { userByEmail } from '../owners.ts'
import { changeUser, insertIdentity, readUser, type UserRecord } from '../store.ts'
import { emailIdentity, refuseBanned } from '../users.ts'
import { Metadata } from '../view.ts'
import { identityBySubject } from './owners.ts'
import { identityData } from './profile.ts'
import type { Profile } from './provider.ts'
import { addIdentity, dropUnverifiedIdentities, lockUserRow, markIdentityVerified } from './store.ts'

/** Throws 422 when the identity is taken, or the address that an anonymous user would get. */
export async function linkIdentity(
  deps: AuthDeps,
  tx: Tx,
  request: AuthRequest,
  userId: string,
  provider: string,
  profile: Profile,
): Promise<void> {
  const user = await lockUserRow(tx, userId)
  if (!user || user.deleted_at) throw refuse('user_not_found')
  refuseBanned(user, deps.now())
  await refuseTakenIdentity(tx, userId, provider, profile)
  if (!(await addIdentity(tx, userId, newIdentity(provider, profile, deps.now())))) throw refuse('identity_already_exists')
  if (user.is_anonymous) await convertAnonymous(deps, tx, user, profile)
  await syncProviders(deps, tx, userId, profile)
  await notifyOfChange(deps, tx, request, user, 'identityAdded', { values: { provider: providerLabel(deps, provider) } })
}

/** The display name of a sign-in method; the technical name for a provider that is no longer offered. */
export function providerLabel({ providers }: AuthDeps, name: string): string {
  if (name === 'email' || name === 'phone') return requestWords().of('auth')(`identity.${name}`)
  return providers.get(name)?.label ?? name
}

export async function refuseTakenIdentity(tx: Tx, userId: string, provider: string, { subject }: Profile): Promise<void> {
  const taken = await identityBySubject(tx, provider, subject)
  if (taken?.user_id === userId) throw refuse('identity_already_exists')
  if (taken) throw refuse('identity_already_exists', { message: 'Identity is already linked to another user' })
}

/** Turns an anonymous user into a regular one, with the address that the provider verified. */
async function convertAnonymous(deps: AuthDeps, tx: Tx, user: Row<'users'>, { email, isVerified }: Profile): Promise<void> {
  const hasAddress = email !== null && isVerified && user.email === null
  if (hasAddress && (await userByEmail(tx, email))) throw refuse('email_exists')
  await changeUser(tx, user.id, { is_anonymous: false, ...(hasAddress && { email, email_confirmed_at: deps.now() }) })
}

export function newIdentity(provider: string, profile: Profile, now: Date) {
  const times = { created_at: now, updated_at: now }
  return { id: newId(now), provider, provider_id: profile.subject, identity_data: JSON.stringify(identityData(profile)), ...times }
}

/** Updates the providers in app_metadata, and adds name and picture where the user has not set their own. */
export async function syncProviders(deps: AuthDeps, tx: Tx, userId: string, profile: Profile | null): Promise<void> {
  const record = await readUser(tx, userId)
  if (!record) throw refuse('user_not_found')
  await changeUser(tx, userId, {
    app_metadata: JSON.stringify(listProviders(record)),
    user_metadata: JSON.stringify({ ...profile?.about, ...Metadata.parse(record.user.user_metadata) }),
    updated_at: deps.now(),
  })
}

/** All providers, oldest first; `provider` stays unchanged while it is one of them. */
function listProviders({ user, identities }: UserRecord): Record<string, unknown> {
  const current = Metadata.parse(user.app_metadata)
  const providers = [...new Set(identities.map(i => i.provider))]
  const unchanged = providers.find(name => name === current['provider'])
  return { ...current, provider: unchanged ?? providers[0], providers }
}

/** Drops unverified identities with this address, except `identityId`, for which the email was sent. */
export async function keepVerifiedIdentities(
  deps: AuthDeps,
  tx: Tx,
  userId: string,
  email: string,
  identityId: string | null,
): Promise<void> {
  await dropUnverifiedIdentities(tx, userId, email, identityId)
  if (identityId) await markIdentityVerified(tx, userId, identityId)
  const remaining = (await readUser(tx, userId))?.identities ?? []
  if (remaining.length === 0) await insertIdentity(tx, userId, emailIdentity(userId, email, true, deps.now()))
  await syncProviders(deps, tx, userId, null)
}
