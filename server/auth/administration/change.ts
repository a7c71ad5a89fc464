// PUT /admin/users/:id: changes a user; a new address, number or password takes effect at once.
import type { Tx } from '../../foundation/db/pool.ts'
import { dropCodes } from '../code-store.ts'
import type { AuthDeps } from '../deps.ts'
import type { OperatorRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { merged } from '../metadata.ts'
import { userByEmail, userByPhone } from '../owners.ts'
import type { User } from '../shapes.ts'
import { changeUser, endSessions, insertIdentity, type UserRecord } from '../store.ts'
import { emailIdentity, phoneIdentity, withProvider } from '../users.ts'
import { userView } from '../view.ts'
import { type Attributes, applyAttributes, readAttributes } from './attributes.ts'
import { changeIdentity } from './store.ts'
import { livingTargetOf, recordAdminAction, recordOf } from './target.ts'

export async function updateUser(deps: AuthDeps, request: OperatorRequest): Promise<User> {
  const { user } = await livingTargetOf(deps.db, request)
  const given = await readAttributes(deps, request.body)
  const view = await deps.db.transaction().execute(async tx => {
    await refuseTaken(tx, user.id, given)
    await changeWays(deps, tx, await recordOf(tx, user.id), given)
    await applyAttributes(deps, tx, (await recordOf(tx, user.id)).user, given)
    await recordAdminAction(
      deps,
      tx,
      request,
      'user_changed',
      { userId: user.id, email: given.email ?? user.email },
      { changed: namesIn(given) },
    )
    return userView(await recordOf(tx, user.id))
  })
  deps.check.forget()
  return view
}

async function refuseTaken(tx: Tx, userId: string, { email, phone }: Attributes): Promise<void> {
  const [byEmail, byPhone] = [email && (await userByEmail(tx, email)), phone && (await userByPhone(tx, phone))]
  if (byEmail && byEmail.id !== userId) throw refuse('email_exists')
  if (byPhone && byPhone.id !== userId) throw refuse('phone_exists')
}

/** How they sign in: address, number, password. What was mailed or sent before is worth nothing afterwards. */
async function changeWays(deps: AuthDeps, tx: Tx, { user }: UserRecord, given: Attributes): Promise<void> {
  const now = deps.now()
  await changeUser(tx, user.id, waysOf(user, given, now))
  await keepIdentities(tx, user, given, now)
  if (given.email || given.phone || given.passwordHash) {
    await dropCodes(tx, user.id)
  }
  if (given.passwordHash) await endSessions(tx, user.id, 'global', '')
}

type Person = UserRecord['user']

function waysOf(user: Person, { email, phone, passwordHash, userMetadata, ...given }: Attributes, now: Date) {
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])]
  return {
    updated_at: now,
    ...(email && { email, new_email: null, is_anonymous: false }),
    ...(phone && { phone, new_phone: null, is_anonymous: false }),
    ...(passwordHash && { password_hash: passwordHash, new_email: null, new_phone: null }),
    ...(given.emailConfirm && (email ?? user.email) && { email_confirmed_at: user.email_confirmed_at ?? now }),
    ...(given.phoneConfirm && (phone ?? user.phone) && { phone_confirmed_at: user.phone_confirmed_at ?? now }),
    ...(userMetadata && { user_metadata: JSON.stringify(merged(user.user_metadata, userMetadata)) }),
    ...(providers.length > 0 && { app_metadata: JSON.stringify(providers.reduce(withProvider, user.app_metadata)) }),
  }
}

/** The address and the number that were given, or are confirmed now. */
async function keepIdentities(tx: Tx, user: Person, given: Attributes, now: Date): Promise<void> {
  const email = given.email ?? (given.emailConfirm ? user.email : null)
  const phone = given.phone ?? (given.phoneConfirm ? user.phone : null)
  if (email) {
    const data = { email, ...(given.emailConfirm && { email_verified: true }) }
    await keepIdentity(tx, user.id, emailIdentity(user.id, email, given.emailConfirm, now), data)
  }
  if (phone) {
    const data = { phone, ...(given.phoneConfirm && { phone_verified: true }) }
    await keepIdentity(tx, user.id, phoneIdentity(user.id, phone, given.phoneConfirm, now), data)
  }
}

/** `data` goes into the identity of that kind; who has none is given this one. */
async function keepIdentity(tx: Tx, userId: string, identity: ReturnType<typeof emailIdentity>, data: Record<string, unknown>) {
  if (!(await changeIdentity(tx, userId, identity.provider, data, identity.updated_at))) await insertIdentity(tx, userId, identity)
}

const namesIn = (given: Attributes): string[] =>
  Object.entries(given).flatMap(([name, value]) => (value === null || value === false ? [] : [name]))
