// POST and GET /verify: redeems the code or link of a mail.
import { z } from 'zod/mini'
import { sleep } from '../../clock.ts'
import type { Tx } from '../../db/pool.ts'
import { HttpError } from '../../http/errors.ts'
import { digest, newId } from '../../seal.ts'
import { type Ask, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { userByEmail, usersByNewEmail } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { readPhone } from '../phones/number.ts'
import { type PhoneProof, verifyByPhone } from '../phones/verify.ts'
import { beginSession } from '../session.ts'
import { Email, type Session } from '../shapes.ts'
import { alikeMs, redirectOf } from './asking.ts'
import { type Confirmed, confirmed } from './confirm.ts'
import { type OneTimeKind, type OneTimeToken, redeemCode, redeemLink } from './one-time.ts'
import { withFragment, withQuery } from './redirect.ts'
import { issueFlowCode } from './store.ts'

/** Which tokens a `type` may redeem; `email` leaves open which of the first two was mailed. */
const kindsOf = new Map<string, OneTimeKind[]>([
  ['signup', ['confirmation']],
  ['invite', ['confirmation']],
  ['recovery', ['recovery']],
  ['magiclink', ['recovery']],
  ['email', ['confirmation', 'recovery']],
  ['email_change', ['email_change_new', 'email_change_current']],
])

const acceptedHalf = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const Verify = z.object({
  type: z.nullish(z.string()),
  token: z.nullish(z.string()),
  token_hash: z.nullish(z.string()),
  email: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  redirect_to: z.nullish(z.string()),
})
type Verify = z.infer<typeof Verify>

/** A session; or, for the first half of a change of address, a message alone. */
export async function verify(parts: AuthParts, ask: Ask): Promise<Session | { msg: string; code: string }> {
  await parts.counters.take('verify', ask.ip)
  const given = read(Verify, ask.body)
  const kinds = checkedKinds(given)
  const proof = phoneProof(given)
  if (proof) return verifyByPhone(parts, ask, proof)
  // A code of somebody we know costs a write: what is refused takes as long for everybody.
  const alike = sleep(alikeMs)
  const done = await parts.db.transaction().execute(async tx => {
    const token = await redeem(parts, tx, given, kinds)
    const what = token && (await confirmed(parts, tx, ask, token))
    if (!token || !what || what.kind !== 'person') return what
    return { kind: 'session' as const, session: await beginSession(parts, tx, token.user_id, 'otp', ask) }
  })
  parts.check.forget()
  parts.mailer.wake()
  if (done?.kind === 'session') return done.session
  if (done?.kind === 'half') return { msg: acceptedHalf, code: '200' }
  await noteRefused(parts, ask, given)
  await alike
  throw refuse('otp_expired', given.token_hash ? { message: 'Email link is invalid or has expired' } : {})
}

async function noteRefused(parts: AuthParts, ask: Ask, { email: given, token_hash }: Verify): Promise<void> {
  const email = Email.safeParse(given).data ?? null
  const user = email && (await userByEmail(parts.db, email))
  const details = { reason: 'otp_expired', method: token_hash ? 'link' : 'code' }
  const subject = { userId: user ? user.id : null, email }
  await note(parts, parts.db, ask, subject, { name: 'failed_login_attempt', status: 'warning', details })
  await note(parts, parts.db, ask, subject, { name: 'auth.login', status: 'error', details })
}

/** Checks what fits together, in the order of the wire. */
function checkedKinds({ type, token, token_hash, email, phone, redirect_to }: Verify): OneTimeKind[] {
  const bad = (message: string) => refuse('validation_failed', { message })
  if (!type) throw bad('Verify requires a verification type')
  if (Boolean(token) === Boolean(token_hash)) throw bad('Verify requires either a token or a token hash')
  if (token_hash && (email || phone || redirect_to)) throw bad('Only the token_hash and type should be provided')
  if (token && Boolean(email) === Boolean(phone)) throw bad('Only an email address or phone number should be provided on verify')
  const kinds = phone ? (phoneTypes.has(type) ? [] : null) : kindsOf.get(type)
  if (!kinds) throw bad('Unsupported verification type')
  return kinds
}

const phoneTypes = new Set(['sms', 'phone_change'])

function phoneProof({ type, phone, token }: Verify): PhoneProof | null {
  if (!phone || (type !== 'sms' && type !== 'phone_change')) return null
  return { type, phone: readPhone(phone), code: token ?? '' }
}

async function redeem(
  parts: AuthParts,
  tx: Tx,
  { token, token_hash, email: given }: Verify,
  kinds: OneTimeKind[],
): Promise<OneTimeToken | null> {
  if (token_hash) return redeemLink(parts, tx, token_hash, kinds)
  const email = Email.safeParse(given)
  if (!email.success) return null
  for (const kind of kinds) {
    const users = kind === 'email_change_new' ? await usersByNewEmail(tx, email.data) : [await userByEmail(tx, email.data)]
    for (const user of users) {
      const redeemed = user && (await redeemCode(parts, tx, user.id, kind, email.data, token ?? ''))
      if (redeemed) return redeemed
    }
  }
  return null
}

const Link = z.object({ token: z._default(z.string(), ''), type: z._default(z.string(), '') })

/** GET /verify: a person opened a link of ours; answers where the browser goes next, whatever happened. */
export async function openLink(parts: AuthParts, ask: Ask): Promise<string> {
  const target = redirectOf(parts, ask)
  const { token, type } = read(Link, ask.query)
  const isPkce = token.startsWith('pkce_')
  try {
    await parts.counters.take('verify', ask.ip)
    const opened = await parts.db.transaction().execute(tx => open(parts, tx, ask, token, type))
    parts.check.forget()
    parts.mailer.wake()
    if (opened.kind === 'session') return withFragment(target, sessionFields(opened.session, type))
    if (opened.kind === 'code') return withQuery(target, { code: opened.code })
    if (opened.kind === 'half') return both(target, isPkce, { message: acceptedHalf })
    throw refuse('otp_expired', { message: 'Email link is invalid or has expired' })
  } catch (error) {
    if (!(error instanceof HttpError)) parts.log.error({ err: error }, 'a link could not be opened')
    return both(target, isPkce, errorFields(error))
  }
}

type Opened = Confirmed | { kind: 'session'; session: Session } | { kind: 'code'; code: string } | { kind: 'invalid' }

/** What must stay as it was when the link cannot be honoured is thrown; a link that is merely invalid is answered. */
async function open(parts: AuthParts, tx: Tx, ask: Ask, linkToken: string, type: string): Promise<Opened> {
  const token = await redeemLink(parts, tx, linkToken, kindsOf.get(type) ?? [])
  if (!token) return { kind: 'invalid' }
  const what = await confirmed(parts, tx, ask, token)
  if (what.kind === 'half') return what
  if (!linkToken.startsWith('pkce_')) return { kind: 'session', session: await beginSession(parts, tx, token.user_id, 'otp', ask) }
  const code = newId(parts.now())
  const issued = token.flow_id && (await issueFlowCode(tx, token.user_id, token.flow_id, digest(code), parts.now()))
  if (!issued) throw refuse('flow_state_not_found')
  return { kind: 'code', code }
}

const sessionFields = (session: Session, type: string): Record<string, string> => ({
  access_token: session.access_token,
  expires_at: String(session.expires_at),
  expires_in: String(session.expires_in),
  refresh_token: session.refresh_token,
  token_type: session.token_type,
  type,
})

const both = (target: string, isPkce: boolean, fields: Record<string, string>): string =>
  withFragment(isPkce ? withQuery(target, fields) : target, fields)

/** OAuth's names for the kinds of refusal (RFC 6749 §4.1.2.1); the wire has none for 422. */
const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

function errorFields(error: unknown): Record<string, string> {
  const { status, code, message } = error instanceof HttpError ? error : refuse('unexpected_failure')
  const name = oauthErrors[status]
  return { ...(name && { error: name }), error_code: code, error_description: message }
}
