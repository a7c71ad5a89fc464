// Links a provider's identity to a signed-in user, and keeps their list of providers in step.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { newId } from '../../foundation/seal.ts'
import { spokenWords } from '../../foundation/words.ts'
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
import { addIdentity, dropUnproven, lockPerson, markProven } from './store.ts'

/** Throws 422 when somebody has this identity, or an anonymous person's new address. */
export async function linkIdentity(
  deps: AuthDeps,
  tx: Tx,
  request: AuthRequest,
  userId: string,
  provider: string,
  profile: Profile,
): Promise<void> {
  const user = await lockPerson(tx, userId)
  if (!user || user.deleted_at) throw refuse('user_not_found')
  refuseBanned(user, deps.now())
  await refuseTaken(tx, userId, provider, profile)
  if (!(await addIdentity(tx, userId, newIdentity(provider, profile, deps.now())))) throw refuse('identity_already_exists')
  if (user.is_anonymous) await settleDown(deps, tx, user, profile)
  await keepProviders(deps, tx, userId, profile)
  await notifyOfChange(deps, tx, request, user, 'identityAdded', { provider: labelOf(deps, provider) })
}

/** What people call a way to sign in; its own name where a provider is offered no more. */
export function labelOf({ providers }: AuthDeps, name: string): string {
  if (name === 'email' || name === 'phone') return spokenWords().of('auth')(`identity.${name}`)
  return providers.get(name)?.label ?? name
}

export async function refuseTaken(tx: Tx, userId: string, provider: string, { subject }: Profile): Promise<void> {
  const taken = await identityBySubject(tx, provider, subject)
  if (taken?.user_id === userId) throw refuse('identity_already_exists')
  if (taken) throw refuse('identity_already_exists', { message: 'Identity is already linked to another user' })
}

/** An anonymous person becomes somebody, with the address that the provider vouches for. */
async function settleDown(deps: AuthDeps, tx: Tx, user: Row<'users'>, { email, isVerified }: Profile): Promise<void> {
  const hasAddress = email !== null && isVerified && user.email === null
  if (hasAddress && (await userByEmail(tx, email))) throw refuse('email_exists')
  await changeUser(tx, user.id, { is_anonymous: false, ...(hasAddress && { email, email_confirmed_at: deps.now() }) })
}

export function newIdentity(provider: string, profile: Profile, now: Date) {
  const times = { created_at: now, updated_at: now }
  return { id: newId(now), provider, provider_id: profile.subject, identity_data: JSON.stringify(identityData(profile)), ...times }
}

/** Providers into what tokens carry; name and picture where the person has not given their own. */
export async function keepProviders(deps: AuthDeps, tx: Tx, userId: string, profile: Profile | null): Promise<void> {
  const record = await readUser(tx, userId)
  if (!record) throw refuse('user_not_found')
  await changeUser(tx, userId, {
    app_metadata: JSON.stringify(providersIn(record)),
    user_metadata: JSON.stringify({ ...profile?.about, ...Metadata.parse(record.user.user_metadata) }),
    updated_at: deps.now(),
  })
}

/** The ways to sign in, the oldest first; `provider` stays what it was while it is one of them. */
function providersIn({ user, identities }: UserRecord): Record<string, unknown> {
  const before = Metadata.parse(user.app_metadata)
  const providers = [...new Set(identities.map(one => one.provider))]
  const kept = providers.find(name => name === before['provider'])
  return { ...before, provider: kept ?? providers[0], providers }
}

/** `identityId` is the one that the email was sent for, if any; it stays. */
export async function keepProven(deps: AuthDeps, tx: Tx, userId: string, email: string, identityId: string | null): Promise<void> {
  await dropUnproven(tx, userId, email, identityId)
  if (identityId) await markProven(tx, userId, identityId)
  const left = (await readUser(tx, userId))?.identities ?? []
  if (left.length === 0) await insertIdentity(tx, userId, emailIdentity(userId, email, true, deps.now()))
  await keepProviders(deps, tx, userId, null)
}
