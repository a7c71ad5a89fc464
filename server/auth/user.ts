// Serves GET and PUT /user: reads and changes the signed-in user's address, number, password or metadata.
import { z } from 'zod/mini'
import { refuseLowAssurance } from './assurance.ts'
import { dropCodes } from './code-store.ts'
import type { AuthDeps } from './deps.ts'
import { notifyOfChange } from './email/change-notification.ts'
import { changeToEmail } from './email/confirm.ts'
import { readCodeChallenge } from './email/pkce.ts'
import { emailAddressChange, limitUnprovenEmails, readEmail, respondUniformly } from './email/request.ts'
import { parseInput, type UserRequest } from './endpoint.ts'
import { refuse } from './errors.ts'
import { noteSecurityEvent } from './events.ts'
import { mergeMetadata } from './metadata.ts'
import { refuseWeak } from './passwords.ts'
import { changePhone, checkNewPhone } from './phone/change.ts'
import { refuseWithoutPhoneSignIn } from './phone/number.ts'
import { Address, PasswordText, ShortText, type User } from './shapes.ts'
import { type Proof, proveAgain, refuseUnprovenRequest } from './step-up.ts'
import { changeUser, endSessions, readUser } from './store.ts'
import { userView } from './view.ts'

const Change = z.object({
  email: z.nullish(Address),
  phone: z.nullish(Address),
  channel: z.nullish(ShortText),
  password: z.nullish(PasswordText),
  /** A proof of who is signed in, for this change or, alone, for what they do next. */
  current_password: z.nullish(PasswordText),
  nonce: z.nullish(ShortText),
  data: z.nullish(z.record(ShortText, z.unknown())),
  app_metadata: z.optional(z.unknown()),
})

/** Checks everything that may be refused before changing anything. */
export async function updateSelf(deps: AuthDeps, request: UserRequest): Promise<User> {
  await deps.counters.consume('user', request.ip)
  const { email, phone, channel, password, current_password, nonce, data, app_metadata } = parseInput(Change, request.body)
  if (app_metadata != null) throw refuse('not_admin')
  if (phone) refuseWithoutPhoneSignIn(deps)
  if (email || phone || password) refuseLowAssurance(request, 'update email or password')
  const newEmail = email ? checkNewEmail(request, email) : null
  const newPhone = phone ? checkNewPhone(deps, request.record, phone, channel) : null
  if (password) await checkNewPassword(deps, request, password)
  const proof = toProof(current_password, nonce)
  // The last check, because a code works once.
  if (proof) await proveAgain(deps, request, proof)
  else if (password || newPhone) refuseUnprovenRequest(deps, request)
  const passwordHash = password ? await deps.passwords.hash(password) : null
  const metadata = data ? mergeMetadata(request.record.user.user_metadata, data) : null

  const userId = request.record.user.id
  if (metadata) await changeUser(deps.db, userId, { user_metadata: JSON.stringify(metadata), updated_at: deps.now() })
  if (passwordHash) await changePassword(deps, request, passwordHash)
  if (newEmail) await changeEmail(deps, request, newEmail)
  if (newPhone) await changePhone(deps, request, newPhone)
  const changed = await readUser(deps.db, userId)
  if (!changed) throw refuse('user_not_found')
  return userView(changed)
}

function toProof(password: string | null | undefined, code: string | null | undefined): Proof | null {
  if (password) return { kind: 'password', password }
  return code ? { kind: 'code', code } : null
}

function checkNewEmail({ record }: UserRequest, input: string): string | null {
  const email = readEmail(input)
  return email === record.user.email ? null : email
}

async function checkNewPassword(deps: AuthDeps, { record: { user } }: UserRequest, password: string): Promise<void> {
  if (!user.email && !user.phone)
    throw refuse('validation_failed', {
      status: 422,
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    })
  await refuseWeak(password, deps.switches.passwordMin, deps.isBreached)
  if (user.password_hash && (await deps.passwords.isCorrect(password, user.password_hash))) throw refuse('same_password')
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
    const undo = { kind: 'password' as const, id: record.user.id }
    await notifyOfChange(deps, tx, request, record.user, 'passwordChanged', { undo })
  })
  deps.check.clearCache()
  deps.mailer.wake()
}

async function changeEmail(deps: AuthDeps, request: UserRequest, newEmail: string): Promise<void> {
  const challenge = readCodeChallenge(request.body)
  if (!deps.switches.autoconfirm) await limitUnprovenEmails(deps, request, newEmail)
  await respondUniformly(deps, async tx => {
    if (deps.switches.autoconfirm) await changeToEmail(deps, tx, request, request.record.user, newEmail)
    else await emailAddressChange(deps, tx, request.record.user, newEmail, { request, challenge })
  })
}

export async function getSelf(_deps: AuthDeps, { record }: UserRequest): Promise<User> {
  return userView(record)
}
