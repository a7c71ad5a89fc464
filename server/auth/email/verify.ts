// POST and GET /verify: redeems an emailed code or link.
import { z } from 'zod/mini'
import { sleep } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import { digest, newId } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { type AuthRequest, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { userByEmail, usersByNewEmail } from '../owners.ts'
import { readPhone } from '../phone/number.ts'
import { type PhoneProof, verifyByPhone } from '../phone/verify.ts'
import { beginSession } from '../session.ts'
import { Email, type Session } from '../shapes.ts'
import { type Confirmed, confirmed } from './confirm.ts'
import { type OneTimeKind, type OneTimeToken, redeemCode, redeemLink } from './one-time.ts'
import { withFragment, withQuery } from './redirect.ts'
import { alikeMs, redirectOf } from './request.ts'
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
export async function verify(deps: AuthDeps, request: AuthRequest): Promise<Session | { msg: string; code: string }> {
  await deps.counters.take('verify', request.ip)
  const given = read(Verify, request.body)
  const kinds = checkedKinds(given)
  const proof = phoneProof(given)
  if (proof) return verifyByPhone(deps, request, proof)
  // A code of somebody we know costs a write: what is refused takes as long for everybody.
  const alike = sleep(alikeMs)
  const done = await deps.db.transaction().execute(async tx => {
    const token = await redeem(deps, tx, given, kinds)
    const what = token && (await confirmed(deps, tx, request, token))
    if (!token || !what || what.kind !== 'person') return what
    return { kind: 'session' as const, session: await beginSession(deps, tx, token.user_id, 'otp', request) }
  })
  deps.check.forget()
  deps.mailer.wake()
  if (done?.kind === 'session') return done.session
  if (done?.kind === 'half') return { msg: acceptedHalf, code: '200' }
  await noteRefused(deps, request, given)
  await alike
  throw refuse('otp_expired', given.token_hash ? { message: 'Email link is invalid or has expired' } : {})
}

async function noteRefused(deps: AuthDeps, request: AuthRequest, { email: given, token_hash }: Verify): Promise<void> {
  const email = Email.safeParse(given).data ?? null
  const user = email && (await userByEmail(deps.db, email))
  const details = { reason: 'otp_expired', method: token_hash ? 'link' : 'code' }
  const subject = { userId: user ? user.id : null, email }
  await note(deps, deps.db, request, subject, { name: 'failed_login_attempt', status: 'warning', details })
  await note(deps, deps.db, request, subject, { name: 'auth.login', status: 'error', details })
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
  deps: AuthDeps,
  tx: Tx,
  { token, token_hash, email: given }: Verify,
  kinds: OneTimeKind[],
): Promise<OneTimeToken | null> {
  if (token_hash) return redeemLink(deps, tx, token_hash, kinds)
  const email = Email.safeParse(given)
  if (!email.success) return null
  for (const kind of kinds) {
    const users = kind === 'email_change_new' ? await usersByNewEmail(tx, email.data) : [await userByEmail(tx, email.data)]
    for (const user of users) {
      const redeemed = user && (await redeemCode(deps, tx, user.id, kind, email.data, token ?? ''))
      if (redeemed) return redeemed
    }
  }
  return null
}

const Link = z.object({ token: z._default(z.string(), ''), type: z._default(z.string(), '') })

/** GET /verify: a person opened a link of ours; answers where the browser goes next, whatever happened. */
export async function openLink(deps: AuthDeps, request: AuthRequest): Promise<string> {
  const target = redirectOf(deps, request)
  const { token, type } = read(Link, request.query)
  const isPkce = token.startsWith('pkce_')
  try {
    await deps.counters.take('verify', request.ip)
    const opened = await deps.db.transaction().execute(tx => open(deps, tx, request, token, type))
    deps.check.forget()
    deps.mailer.wake()
    if (opened.kind === 'session') return withFragment(target, sessionFields(opened.session, type))
    if (opened.kind === 'code') return withQuery(target, { code: opened.code })
    if (opened.kind === 'half') return both(target, isPkce, { message: acceptedHalf })
    throw refuse('otp_expired', { message: 'Email link is invalid or has expired' })
  } catch (error) {
    if (!(error instanceof HttpError)) deps.log.error({ err: error }, 'a link could not be opened')
    return both(target, isPkce, errorFields(error))
  }
}

type Opened = Confirmed | { kind: 'session'; session: Session } | { kind: 'code'; code: string } | { kind: 'invalid' }

/** What must stay as it was when the link cannot be honoured is thrown; a link that is merely invalid is answered. */
async function open(deps: AuthDeps, tx: Tx, request: AuthRequest, linkToken: string, type: string): Promise<Opened> {
  const token = await redeemLink(deps, tx, linkToken, kindsOf.get(type) ?? [])
  if (!token) return { kind: 'invalid' }
  const what = await confirmed(deps, tx, request, token)
  if (what.kind === 'half') return what
  if (!linkToken.startsWith('pkce_')) return { kind: 'session', session: await beginSession(deps, tx, token.user_id, 'otp', request) }
  const code = newId(deps.now())
  const issued = token.flow_id && (await issueFlowCode(tx, token.user_id, token.flow_id, digest(code), deps.now()))
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
