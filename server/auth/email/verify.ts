// Serves POST and GET /verify: redeems an emailed code or link.
import { z } from 'zod/mini'
import { sleep } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import { digest, newId } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { type AuthRequest, parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { userByEmail, usersByNewEmail } from '../owners.ts'
import { fromNetwork } from '../password-tries.ts'
import { readPhone } from '../phone/number.ts'
import { type PhoneProof, verifyByPhone } from '../phone/verify.ts'
import { beginSession } from '../session.ts'
import { Address, Email, type Session, ShortText, UrlText } from '../shapes.ts'
import { type AppliedToken, applyToken } from './confirm.ts'
import { type OneTimeKind, type OneTimeToken, redeemCode, redeemLink } from './one-time.ts'
import { withFragment, withQuery } from './redirect.ts'
import { chooseRedirect, uniformMs } from './request.ts'
import { issueFlowCode } from './store.ts'

/** Which tokens a `type` may redeem; `email` stands for confirmation or recovery. */
const kindsByType = new Map<string, OneTimeKind[]>([
  ['signup', ['confirmation']],
  ['invite', ['confirmation']],
  ['recovery', ['recovery']],
  ['magiclink', ['recovery']],
  ['email', ['confirmation', 'recovery']],
  ['email_change', ['email_change_new', 'email_change_current']],
])

const halfAcceptedMessage = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const Verify = z.object({
  type: z.nullish(ShortText),
  token: z.nullish(ShortText),
  token_hash: z.nullish(ShortText),
  email: z.nullish(Address),
  phone: z.nullish(Address),
  redirect_to: z.nullish(UrlText),
})
type Verify = z.infer<typeof Verify>

/** Returns a session, or only a message for the first half of an address change. */
export async function verifyOtp(deps: AuthDeps, request: AuthRequest): Promise<Session | { msg: string; code: string }> {
  await deps.counters.consume('verify', request.ip)
  const input = parseInput(Verify, request.body)
  const kinds = checkInput(input)
  const phoneProof = toPhoneProof(input)
  // Each new code brings new tries; links are too long to guess.
  const tries = input.token ? fromNetwork((input.email ?? input.phone ?? '').toLowerCase(), request.ip) : null
  if (tries) await deps.counters.consume('codeTriesADay', tries)
  if (phoneProof) return verifyByPhone(deps, request, phoneProof)
  // A code for an existing user costs a write: a refusal must take equally long for everybody.
  const minimumTime = sleep(uniformMs)
  const result = await deps.db.transaction().execute(async tx => {
    const token = await redeem(deps, tx, input, kinds)
    // Throwing rolls back, so that the code or link can still be used later.
    if (token) await deps.hooks.refuseInMaintenance(tx, token.user_id)
    const applied = token && (await applyToken(deps, tx, request, token))
    if (!token || !applied || applied.kind !== 'confirmed') return applied
    return { kind: 'session' as const, session: await beginSession(deps, tx, token.user_id, 'otp', request) }
  })
  deps.check.clearCache()
  deps.mailer.wake()
  if (tries && result) await deps.counters.reset('codeTriesADay', tries)
  if (result?.kind === 'session') return result.session
  if (result?.kind === 'half') return { msg: halfAcceptedMessage, code: '200' }
  await recordRefusal(deps, request, input)
  await minimumTime
  throw refuse('otp_expired', input.token_hash ? { message: 'Email link is invalid or has expired' } : {})
}

async function recordRefusal(deps: AuthDeps, request: AuthRequest, { email: input, token_hash }: Verify): Promise<void> {
  const email = Email.safeParse(input).data ?? null
  const user = email && (await userByEmail(deps.db, email))
  const details = { reason: 'otp_expired', method: token_hash ? 'link' : 'code' }
  const subject = { userId: user ? user.id : null, email }
  await noteSecurityEvent(deps, deps.db, request, subject, { name: 'failed_login_attempt', status: 'warning', details })
  await noteSecurityEvent(deps, deps.db, request, subject, { name: 'auth.login', status: 'error', details })
}

/** Checks which fields go together, in GoTrue's order. */
function checkInput({ type, token, token_hash, email, phone, redirect_to }: Verify): OneTimeKind[] {
  const bad = (message: string) => refuse('validation_failed', { message })
  if (!type) throw bad('Verify requires a verification type')
  if (Boolean(token) === Boolean(token_hash)) throw bad('Verify requires either a token or a token hash')
  if (token_hash && (email || phone || redirect_to)) throw bad('Only the token_hash and type should be provided')
  if (token && Boolean(email) === Boolean(phone)) throw bad('Only an email address or phone number should be provided on verify')
  const kinds = phone ? (phoneTypes.has(type) ? [] : null) : kindsByType.get(type)
  if (!kinds) throw bad('Unsupported verification type')
  return kinds
}

const phoneTypes = new Set(['sms', 'phone_change'])

function toPhoneProof({ type, phone, token }: Verify): PhoneProof | null {
  if (!phone || (type !== 'sms' && type !== 'phone_change')) return null
  return { type, phone: readPhone(phone), code: token ?? '' }
}

async function redeem(
  deps: AuthDeps,
  tx: Tx,
  { token, token_hash, email: input }: Verify,
  kinds: OneTimeKind[],
): Promise<OneTimeToken | null> {
  if (token_hash) return redeemLink(deps, tx, token_hash, kinds)
  const email = Email.safeParse(input)
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

const Link = z.object({ token: z._default(ShortText, ''), type: z._default(ShortText, '') })

/** GET /verify: handles a clicked link; always returns a URL to redirect to. */
export async function openLink(deps: AuthDeps, request: AuthRequest): Promise<string> {
  const target = chooseRedirect(deps, request)
  const { token, type } = parseInput(Link, request.query)
  const isPkce = token.startsWith('pkce_')
  try {
    await deps.counters.consume('verify', request.ip)
    const opened = await deps.db.transaction().execute(tx => redeemOpenedLink(deps, tx, request, token, type))
    deps.check.clearCache()
    deps.mailer.wake()
    if (opened.kind === 'session') return withFragment(target, sessionFields(opened.session, type))
    if (opened.kind === 'code') return withQuery(target, { code: opened.code })
    if (opened.kind === 'half') return withQueryAndFragment(target, isPkce, { message: halfAcceptedMessage })
    throw refuse('otp_expired', { message: 'Email link is invalid or has expired' })
  } catch (error) {
    if (!(error instanceof HttpError)) deps.log.error({ err: error }, 'a link could not be opened')
    return withQueryAndFragment(target, isPkce, errorFields(error))
  }
}

type OpenedLink = AppliedToken | { kind: 'session'; session: Session } | { kind: 'code'; code: string } | { kind: 'invalid' }

/** Throws where changes must be rolled back; an invalid link is a result. */
async function redeemOpenedLink(deps: AuthDeps, tx: Tx, request: AuthRequest, linkToken: string, type: string): Promise<OpenedLink> {
  const token = await redeemLink(deps, tx, linkToken, kindsByType.get(type) ?? [])
  if (!token) return { kind: 'invalid' }
  await deps.hooks.refuseInMaintenance(tx, token.user_id)
  const applied = await applyToken(deps, tx, request, token)
  if (applied.kind === 'half') return applied
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

const withQueryAndFragment = (target: string, isPkce: boolean, fields: Record<string, string>): string =>
  withFragment(isPkce ? withQuery(target, fields) : target, fields)

/** OAuth's error names by status (RFC 6749 §4.1.2.1); the wire has none for 422. */
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
