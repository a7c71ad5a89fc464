// Adds an identity to a person who is signed in, and keeps what their tokens say of their providers.
import type { Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import { newId } from '../../seal.ts'
import { spokenWords } from '../../words.ts'
import type { Ask } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { tellChanged } from '../mailed/changed.ts'
import { userByEmail } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { refuseBanned } from '../people.ts'
import { changeUser, readUser, type UserRecord } from '../store.ts'
import { Metadata } from '../view.ts'
import { identityBySubject } from './owners.ts'
import { identityData } from './profile.ts'
import type { Profile } from './provider.ts'
import { addIdentity, lockPerson } from './store.ts'

/** Throws 422 when somebody has this identity, or an anonymous person's new address. */
export async function linkIdentity(parts: AuthParts, tx: Tx, ask: Ask, userId: string, provider: string, profile: Profile): Promise<void> {
  const user = await lockPerson(tx, userId)
  if (!user || user.deleted_at) throw refuse('user_not_found')
  refuseBanned(user, parts.now())
  await refuseTaken(tx, userId, provider, profile)
  if (!(await addIdentity(tx, userId, newIdentity(provider, profile, parts.now())))) throw refuse('identity_already_exists')
  if (user.is_anonymous) await settleDown(parts, tx, user, profile)
  await keepProviders(parts, tx, userId, profile)
  await tellChanged(parts, tx, ask, user, 'identityAdded', { provider: labelOf(parts, provider) })
}

/** What people call a way to sign in; its own name where a provider is offered no more. */
export function labelOf({ providers }: AuthParts, name: string): string {
  if (name === 'email' || name === 'phone') return spokenWords().of('auth')(`identity.${name}`)
  return providers.get(name)?.label ?? name
}

export async function refuseTaken(tx: Tx, userId: string, provider: string, { subject }: Profile): Promise<void> {
  const taken = await identityBySubject(tx, provider, subject)
  if (taken?.user_id === userId) throw refuse('identity_already_exists')
  if (taken) throw refuse('identity_already_exists', { message: 'Identity is already linked to another user' })
}

/** An anonymous person becomes somebody, with the address that the provider vouches for. */
async function settleDown(parts: AuthParts, tx: Tx, user: Row<'users'>, { email, isVerified }: Profile): Promise<void> {
  const hasAddress = email !== null && isVerified && user.email === null
  if (hasAddress && (await userByEmail(tx, email))) throw refuse('email_exists')
  await changeUser(tx, user.id, { is_anonymous: false, ...(hasAddress && { email, email_confirmed_at: parts.now() }) })
}

export function newIdentity(provider: string, profile: Profile, now: Date) {
  const times = { created_at: now, updated_at: now }
  return { id: newId(now), provider, provider_id: profile.subject, identity_data: JSON.stringify(identityData(profile)), ...times }
}

/** Providers into what tokens carry; name and picture where the person has not given their own. */
export async function keepProviders(parts: AuthParts, tx: Tx, userId: string, profile: Profile | null): Promise<void> {
  const record = await readUser(tx, userId)
  if (!record) throw refuse('user_not_found')
  await changeUser(tx, userId, {
    app_metadata: JSON.stringify(providersIn(record)),
    user_metadata: JSON.stringify({ ...profile?.about, ...Metadata.parse(record.user.user_metadata) }),
    updated_at: parts.now(),
  })
}

/** The ways to sign in, the oldest first; `provider` stays what it was while it is one of them. */
function providersIn({ user, identities }: UserRecord): Record<string, unknown> {
  const before = Metadata.parse(user.app_metadata)
  const providers = [...new Set(identities.map(one => one.provider))]
  const kept = providers.find(name => name === before['provider'])
  return { ...before, provider: kept ?? providers[0], providers }
}
