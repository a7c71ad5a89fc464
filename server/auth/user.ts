// Serves GET and PUT /user: reads and changes the signed-in user's address, number, password or metadata.
import { z } from 'zod/mini'
import { refuseLowAssurance } from './assurance.ts'
import { dropCodes } from './code-store.ts'
import type { AuthDeps } from './deps.ts'
import { notifyOfChange } from './email/change-notification.ts'
import { changeToEmail } from './email/confirm.ts'
import { readCodeChallenge } from './email/pkce.ts'
import { isReauthenticated } from './email/reauthenticate.ts'
import { emailAddressChange, limitEmails, readEmail } from './email/request.ts'
import { parseInput, type UserRequest } from './endpoint.ts'
import { refuse } from './errors.ts'
import { noteSecurityEvent } from './events.ts'
import { mergeMetadata } from './metadata.ts'
import { userByEmail } from './owners.ts'
import { refuseWeak } from './passwords.ts'
import { changePhone, checkNewPhone } from './phone/change.ts'
import { refuseWithoutPhoneSignIn } from './phone/number.ts'
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

/** Checks everything that may be refused before changing anything. */
export async function updateSelf(deps: AuthDeps, request: UserRequest): Promise<User> {
  await deps.counters.consume('user', request.ip)
  const { email, phone, channel, password, nonce, data, app_metadata } = parseInput(Change, request.body)
  if (app_metadata != null) throw refuse('not_admin')
  if (phone) refuseWithoutPhoneSignIn(deps)
  if (email || phone || password) refuseLowAssurance(request, 'update email or password')
  const newEmail = email ? await checkNewEmail(deps, request, email) : null
  const newPhone = phone ? await checkNewPhone(deps, request.record, phone, channel) : null
  const passwordHash = password ? await checkNewPassword(deps, request, password, nonce ?? null) : null
  const metadata = data ? mergeMetadata(request.record.user.user_metadata, data) : null

  const userId = request.record.user.id
  if (metadata) await changeUser(deps.db, userId, { user_metadata: JSON.stringify(metadata), updated_at: deps.now() })
  if (passwordHash) await changePassword(deps, request, passwordHash)
  if (newEmail) await changeEmail(deps, request, newEmail)
  if (newPhone) await changePhone(deps, userId, newPhone)
  const changed = await readUser(deps.db, userId)
  if (!changed) throw refuse('user_not_found')
  return userView(changed)
}

async function checkNewEmail(deps: AuthDeps, { record }: UserRequest, input: string): Promise<string | null> {
  const email = readEmail(input)
  if (email === record.user.email) return null
  if (await userByEmail(deps.db, email)) throw refuse('email_exists')
  return email
}

const dayMs = 86_400_000

async function checkNewPassword(
  deps: AuthDeps,
  { record: { user }, session }: UserRequest,
  password: string,
  nonce: string | null,
): Promise<string> {
  if (!user.email && !user.phone)
    throw refuse('validation_failed', {
      status: 422,
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    })
  await refuseWeak(password, deps.switches.passwordMin, deps.isBreached)
  if (user.password_hash && (await deps.passwords.isCorrect(password, user.password_hash))) throw refuse('same_password')
  const isRecent = session && deps.now().getTime() - session.created_at.getTime() < dayMs
  if (deps.switches.reauthenticate && !isRecent) {
    if (!nonce) throw refuse('reauthentication_needed')
    if (!(await isReauthenticated(deps, user, nonce))) throw refuse('reauthentication_not_valid')
  }
  return deps.passwords.hash(password)
}

/** Ends all other sessions and invalidates all codes, because one of them may be the reason for the change. */
async function changePassword(deps: AuthDeps, request: UserRequest, passwordHash: string): Promise<void> {
  const { record, session } = request
  await deps.db.transaction().execute(async tx => {
    await changeUser(tx, record.user.id, { password_hash: passwordHash, new_email: null, new_phone: null, updated_at: deps.now() })
    await endSessions(tx, record.user.id, session ? 'others' : 'global', session?.id ?? '')
    await dropCodes(tx, record.user.id)
    await noteSecurityEvent(
      deps,
      tx,
      request,
      { userId: record.user.id, email: record.user.email },
      { name: 'password_change', status: 'success' },
    )
    await notifyOfChange(deps, tx, request, record.user, 'passwordChanged')
  })
  deps.check.clearCache()
  deps.mailer.wake()
}

async function changeEmail(deps: AuthDeps, request: UserRequest, newEmail: string): Promise<void> {
  const challenge = readCodeChallenge(request.body)
  if (!deps.switches.autoconfirm) await limitEmails(deps, newEmail)
  await deps.db.transaction().execute(async tx => {
    if (deps.switches.autoconfirm) await changeToEmail(deps, tx, request, request.record.user, newEmail)
    else await emailAddressChange(deps, tx, request.record.user, newEmail, { request, challenge })
  })
  deps.mailer.wake()
}

export async function getSelf(_deps: AuthDeps, { record }: UserRequest): Promise<User> {
  return userView(record)
}
