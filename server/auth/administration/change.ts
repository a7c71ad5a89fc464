// Serves PUT /admin/users/:id: changes a user; a new address, number or password takes effect at once.
import type { Tx } from '../../foundation/db/pool.ts'
import { dropCodes } from '../code-store.ts'
import type { AuthDeps } from '../deps.ts'
import type { OperatorRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { mergeMetadata } from '../metadata.ts'
import { userByEmail, userByPhone } from '../owners.ts'
import type { User } from '../shapes.ts'
import { changeUser, endSessions, insertIdentity, type UserRecord } from '../store.ts'
import { emailIdentity, phoneIdentity, withProvider } from '../users.ts'
import { userView } from '../view.ts'
import { type Attributes, applyAttributes, readAttributes } from './attributes.ts'
import { changeIdentity } from './store.ts'
import { readActiveTarget, recordAdminAction, requireUser } from './target.ts'

export async function updateUser(deps: AuthDeps, request: OperatorRequest): Promise<User> {
  const { user } = await readActiveTarget(deps.db, request)
  const attributes = await readAttributes(deps, request.body)
  const view = await deps.db.transaction().execute(async tx => {
    await refuseTakenContact(tx, user.id, attributes)
    await changeCredentials(deps, tx, await requireUser(tx, user.id), attributes)
    await applyAttributes(deps, tx, (await requireUser(tx, user.id)).user, attributes)
    await recordAdminAction(
      deps,
      tx,
      request,
      'user_changed',
      { userId: user.id, email: attributes.email ?? user.email },
      { changed: changedFields(attributes) },
    )
    return userView(await requireUser(tx, user.id))
  })
  deps.check.clearCache()
  return view
}

async function refuseTakenContact(tx: Tx, userId: string, { email, phone }: Attributes): Promise<void> {
  const [byEmail, byPhone] = [email && (await userByEmail(tx, email)), phone && (await userByPhone(tx, phone))]
  if (byEmail && byEmail.id !== userId) throw refuse('email_exists')
  if (byPhone && byPhone.id !== userId) throw refuse('phone_exists')
}

/** Changes address, number and password, and invalidates all codes and links that were sent before. */
async function changeCredentials(deps: AuthDeps, tx: Tx, { user }: UserRecord, attributes: Attributes): Promise<void> {
  const now = deps.now()
  await changeUser(tx, user.id, credentialChanges(user, attributes, now))
  await saveIdentities(tx, user, attributes, now)
  if (attributes.email || attributes.phone || attributes.passwordHash) {
    await dropCodes(tx, user.id)
  }
  if (attributes.passwordHash) await endSessions(tx, user.id, 'global', '')
}

function credentialChanges(user: UserRecord['user'], { email, phone, passwordHash, userMetadata, ...attributes }: Attributes, now: Date) {
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])]
  return {
    updated_at: now,
    ...(email && { email, new_email: null, is_anonymous: false }),
    ...(phone && { phone, new_phone: null, is_anonymous: false }),
    ...(passwordHash && { password_hash: passwordHash, new_email: null, new_phone: null }),
    ...(attributes.emailConfirm && (email ?? user.email) && { email_confirmed_at: user.email_confirmed_at ?? now }),
    ...(attributes.phoneConfirm && (phone ?? user.phone) && { phone_confirmed_at: user.phone_confirmed_at ?? now }),
    ...(userMetadata && { user_metadata: JSON.stringify(mergeMetadata(user.user_metadata, userMetadata)) }),
    ...(providers.length > 0 && { app_metadata: JSON.stringify(providers.reduce(withProvider, user.app_metadata)) }),
  }
}

/** Saves identities for the given address and number, or for those confirmed now. */
async function saveIdentities(tx: Tx, user: UserRecord['user'], attributes: Attributes, now: Date): Promise<void> {
  const email = attributes.email ?? (attributes.emailConfirm ? user.email : null)
  const phone = attributes.phone ?? (attributes.phoneConfirm ? user.phone : null)
  if (email) {
    const data = { email, ...(attributes.emailConfirm && { email_verified: true }) }
    await saveIdentity(tx, user.id, emailIdentity(user.id, email, attributes.emailConfirm, now), data)
  }
  if (phone) {
    const data = { phone, ...(attributes.phoneConfirm && { phone_verified: true }) }
    await saveIdentity(tx, user.id, phoneIdentity(user.id, phone, attributes.phoneConfirm, now), data)
  }
}

/** Adds `data` to the user's identity of that provider, or inserts `identity`. */
async function saveIdentity(tx: Tx, userId: string, identity: ReturnType<typeof emailIdentity>, data: Record<string, unknown>) {
  if (!(await changeIdentity(tx, userId, identity.provider, data, identity.updated_at))) await insertIdentity(tx, userId, identity)
}

const changedFields = (attributes: Attributes): string[] =>
  Object.entries(attributes).flatMap(([name, value]) => (value === null || value === false ? [] : [name]))
