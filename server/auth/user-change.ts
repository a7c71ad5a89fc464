// PUT /user: a person changes their address, number, password or metadata.
import { z } from 'zod/mini'
import { type PersonAsk, read } from './endpoint.ts'
import { refuse } from './errors.ts'
import { note } from './events.ts'
import { countLetter, mailEmailChange, readEmail } from './mailed/asking.ts'
import { tellChanged } from './mailed/changed.ts'
import { moveTo } from './mailed/move.ts'
import { readChallenge } from './mailed/pkce.ts'
import { isReauthenticated } from './mailed/reauthenticate.ts'
import { dropOneTimeTokens } from './mailed/store.ts'
import { merged } from './metadata.ts'
import { userByEmail } from './owners.ts'
import type { AuthParts } from './parts.ts'
import { refuseWeak } from './passwords.ts'
import { changePhone, checkedPhone } from './phones/change.ts'
import { refuseWithoutPhones } from './phones/number.ts'
import { dropPhoneCodes } from './phones/store.ts'
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
export async function changeSelf(parts: AuthParts, ask: PersonAsk): Promise<User> {
  await parts.counters.take('user', ask.ip)
  const { email, phone, channel, password, nonce, data, app_metadata } = read(Change, ask.body)
  if (app_metadata != null) throw refuse('not_admin')
  if (phone) refuseWithoutPhones(parts)
  if (email || phone || password) refuseLowAssurance(ask)
  const newEmail = email ? await checkedEmail(parts, ask, email) : null
  const newPhone = phone ? await checkedPhone(parts, ask.who, phone, channel) : null
  const passwordHash = password ? await checkedPassword(parts, ask, password, nonce ?? null) : null
  const metadata = data ? merged(ask.who.user.user_metadata, data) : null

  const userId = ask.who.user.id
  if (metadata) await changeUser(parts.db, userId, { user_metadata: JSON.stringify(metadata), updated_at: parts.now() })
  if (passwordHash) await changePassword(parts, ask, passwordHash)
  if (newEmail) await changeEmail(parts, ask, newEmail)
  if (newPhone) await changePhone(parts, userId, newPhone)
  const changed = await readUser(parts.db, userId)
  if (!changed) throw refuse('user_not_found')
  return userView(changed)
}

function refuseLowAssurance({ who, session }: PersonAsk): void {
  if (who.factors.some(f => f.status === 'verified') && session?.aal !== 'aal2')
    throw refuse('insufficient_aal', { status: 401, message: 'AAL2 session is required to update email or password when MFA is enabled.' })
}

async function checkedEmail(parts: AuthParts, { who }: PersonAsk, given: string): Promise<string | null> {
  const email = readEmail(given)
  if (email === who.user.email) return null
  if (await userByEmail(parts.db, email)) throw refuse('email_exists')
  return email
}

const dayMs = 86_400_000

async function checkedPassword(
  parts: AuthParts,
  { who: { user }, session }: PersonAsk,
  password: string,
  nonce: string | null,
): Promise<string> {
  if (!user.email && !user.phone)
    throw refuse('validation_failed', {
      status: 422,
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    })
  await refuseWeak(password, parts.switches.passwordMin, parts.isBreached)
  if (user.password_hash && (await parts.passwords.isRight(password, user.password_hash))) throw refuse('same_password')
  const isFresh = session && parts.now().getTime() - session.created_at.getTime() < dayMs
  if (parts.switches.reauthenticate && !isFresh) {
    if (!nonce) throw refuse('reauthentication_needed')
    if (!(await isReauthenticated(parts, user, nonce))) throw refuse('reauthentication_not_valid')
  }
  return parts.passwords.hash(password)
}

/** Signs out everybody else and makes every code that was sent worthless: one of them may be why the password is changed. */
async function changePassword(parts: AuthParts, ask: PersonAsk, passwordHash: string): Promise<void> {
  const { who, session } = ask
  await parts.db.transaction().execute(async tx => {
    await changeUser(tx, who.user.id, { password_hash: passwordHash, new_email: null, new_phone: null, updated_at: parts.now() })
    await endSessions(tx, who.user.id, session ? 'others' : 'global', session?.id ?? '')
    await dropOneTimeTokens(tx, who.user.id)
    await dropPhoneCodes(tx, who.user.id)
    await note(parts, tx, ask, { userId: who.user.id, email: who.user.email }, { name: 'password_change', status: 'success' })
    await tellChanged(parts, tx, ask, who.user, 'passwordChanged')
  })
  parts.check.forget()
  parts.mailer.wake()
}

async function changeEmail(parts: AuthParts, ask: PersonAsk, newEmail: string): Promise<void> {
  const challenge = readChallenge(ask.body)
  if (!parts.switches.autoconfirm) await countLetter(parts, newEmail)
  await parts.db.transaction().execute(async tx => {
    if (parts.switches.autoconfirm) await moveTo(parts, tx, ask, ask.who.user, newEmail)
    else await mailEmailChange(parts, tx, ask.who.user, newEmail, { ask, challenge })
  })
  parts.mailer.wake()
}
