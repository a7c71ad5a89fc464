// GET and PUT /user: reads and changes the signed-in user's address, number, password or metadata.
import { z } from 'zod/mini'
import { refuseLowAssurance } from './assurance.ts'
import { dropCodes } from './code-store.ts'
import type { AuthDeps } from './deps.ts'
import { notifyOfChange } from './email/change-notification.ts'
import { moveToEmail } from './email/confirm.ts'
import { readChallenge } from './email/pkce.ts'
import { isReauthenticated } from './email/reauthenticate.ts'
import { limitEmails, mailEmailChange, readEmail } from './email/request.ts'
import { read, type UserRequest } from './endpoint.ts'
import { refuse } from './errors.ts'
import { note } from './events.ts'
import { merged } from './metadata.ts'
import { userByEmail } from './owners.ts'
import { refuseWeak } from './passwords.ts'
import { changePhone, checkedPhone } from './phone/change.ts'
import { refuseWithoutPhones } from './phone/number.ts'
import type { User } from './shapes.ts'
import { changeUser, endSessions, readUser } from './store.ts'
import { userView } from './view.ts'

const Change = z.object({
  email: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  channel: z.nullish(z.string()),
  password: z.nullish(z.string()),
  nonce: z.nullish(z.string()),
  data: z.nullish(z.record(z.string(), z.unknown())),
  app_metadata: z.optional(z.unknown()),
})

/** Everything that may be refused is checked before anything is changed. */
export async function changeSelf(deps: AuthDeps, request: UserRequest): Promise<User> {
  await deps.counters.take('user', request.ip)
  const { email, phone, channel, password, nonce, data, app_metadata } = read(Change, request.body)
  if (app_metadata != null) throw refuse('not_admin')
  if (phone) refuseWithoutPhones(deps)
  if (email || phone || password) refuseLowAssurance(request, 'update email or password')
  const newEmail = email ? await checkedEmail(deps, request, email) : null
  const newPhone = phone ? await checkedPhone(deps, request.who, phone, channel) : null
  const passwordHash = password ? await checkedPassword(deps, request, password, nonce ?? null) : null
  const metadata = data ? merged(request.who.user.user_metadata, data) : null

  const userId = request.who.user.id
  if (metadata) await changeUser(deps.db, userId, { user_metadata: JSON.stringify(metadata), updated_at: deps.now() })
  if (passwordHash) await changePassword(deps, request, passwordHash)
  if (newEmail) await changeEmail(deps, request, newEmail)
  if (newPhone) await changePhone(deps, userId, newPhone)
  const changed = await readUser(deps.db, userId)
  if (!changed) throw refuse('user_not_found')
  return userView(changed)
}

async function checkedEmail(deps: AuthDeps, { who }: UserRequest, given: string): Promise<string | null> {
  const email = readEmail(given)
  if (email === who.user.email) return null
  if (await userByEmail(deps.db, email)) throw refuse('email_exists')
  return email
}

const dayMs = 86_400_000

async function checkedPassword(
  deps: AuthDeps,
  { who: { user }, session }: UserRequest,
  password: string,
  nonce: string | null,
): Promise<string> {
  if (!user.email && !user.phone)
    throw refuse('validation_failed', {
      status: 422,
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    })
  await refuseWeak(password, deps.switches.passwordMin, deps.isBreached)
  if (user.password_hash && (await deps.passwords.isRight(password, user.password_hash))) throw refuse('same_password')
  const isFresh = session && deps.now().getTime() - session.created_at.getTime() < dayMs
  if (deps.switches.reauthenticate && !isFresh) {
    if (!nonce) throw refuse('reauthentication_needed')
    if (!(await isReauthenticated(deps, user, nonce))) throw refuse('reauthentication_not_valid')
  }
  return deps.passwords.hash(password)
}

/** Signs out everybody else and makes every code that was sent worthless: one of them may be why the password is changed. */
async function changePassword(deps: AuthDeps, request: UserRequest, passwordHash: string): Promise<void> {
  const { who, session } = request
  await deps.db.transaction().execute(async tx => {
    await changeUser(tx, who.user.id, { password_hash: passwordHash, new_email: null, new_phone: null, updated_at: deps.now() })
    await endSessions(tx, who.user.id, session ? 'others' : 'global', session?.id ?? '')
    await dropCodes(tx, who.user.id)
    await note(deps, tx, request, { userId: who.user.id, email: who.user.email }, { name: 'password_change', status: 'success' })
    await notifyOfChange(deps, tx, request, who.user, 'passwordChanged')
  })
  deps.check.forget()
  deps.mailer.wake()
}

async function changeEmail(deps: AuthDeps, request: UserRequest, newEmail: string): Promise<void> {
  const challenge = readChallenge(request.body)
  if (!deps.switches.autoconfirm) await limitEmails(deps, newEmail)
  await deps.db.transaction().execute(async tx => {
    if (deps.switches.autoconfirm) await moveToEmail(deps, tx, request, request.who.user, newEmail)
    else await mailEmailChange(deps, tx, request.who.user, newEmail, { request, challenge })
  })
  deps.mailer.wake()
}

export async function getUser(_parts: AuthDeps, { who }: UserRequest): Promise<User> {
  return userView(who)
}
