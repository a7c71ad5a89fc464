// Serves GET /callback: completes an OAuth flow and redirects to the app with a session, a code or an error.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import { digest, newId } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { withFragment, withQuery } from '../email/redirect.ts'
import { insertPkceFlow } from '../email/store.ts'
import { type AuthRequest, parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { beginSession } from '../session.ts'
import { type Session, ShortText, TokenText, UrlText } from '../shapes.ts'
import { admitIdentity, refusalMessage } from './admission.ts'
import { callbackUrl, flowMs, openSecrets } from './begin.ts'
import { linkIdentity, refuseTakenIdentity } from './link.ts'
import { takeProviderFlow } from './owners.ts'
import type { IdentityProvider, ProviderGrant } from './provider.ts'
import { sealStoredReturn, withTokens } from './provider-return.ts'

/** 303 when the state is not one of ours. */
export interface CallbackRedirect {
  status: 302 | 303
  url: string
}

type Flow = Row<'provider_flows'>

/** `browser` is the flow cookie that the browser sent. */
export async function handleCallback(deps: AuthDeps, request: AuthRequest, browser: string | null): Promise<CallbackRedirect> {
  try {
    await deps.counters.consume('provider', request.ip)
    const flow = await takeFlow(deps, request, browser)
    return { status: 302, url: await completeFlow(deps, request, flow) }
  } catch (error) {
    return { status: 303, url: withError(deps, deps.publicUrl, error) }
  }
}

const State = z.object({ state: ShortText.check(z.minLength(1)) })

/** Takes the flow away: it ends with its first callback, whatever the result. */
async function takeFlow(deps: AuthDeps, { query }: AuthRequest, browser: string | null): Promise<Flow> {
  const parsed = State.safeParse(query)
  if (!parsed.success) throw refuse('bad_oauth_callback')
  const [, id = '', secret = ''] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(parsed.data.state) ?? []
  if (!z.uuid().safeParse(id).success) throw refuse('bad_oauth_state')
  const flow = await takeProviderFlow(deps.db, id, digest(secret), new Date(deps.now().getTime() - flowMs))
  if (!flow) throw refuse('bad_oauth_state')
  // Without this check an attacker could complete a flow in another person's browser (RFC 6819 §4.4.1.8).
  if (flow.browser_hash && (browser === null || !digest(browser).equals(flow.browser_hash))) throw refuse('bad_oauth_state')
  return flow
}

async function completeFlow(deps: AuthDeps, request: AuthRequest, flow: Flow): Promise<string> {
  try {
    const provider = deps.providers.get(flow.provider)
    if (!provider) throw refuse('provider_disabled')
    const grant = await exchangeCode(deps, provider, request, flow)
    const result = await deps.db.transaction().execute(tx => finish(deps, tx, request, flow, provider, grant))
    deps.mailer.wake()
    if (result.kind === 'code') return withQuery(flow.redirect_to, { code: result.code })
    if (result.kind === 'session') return withFragment(flow.redirect_to, sessionFields(result.session))
    throw refuse('provider_email_needs_verification', refusalMessage('provider_email_needs_verification', provider))
  } catch (error) {
    const details = { method: 'oauth', provider: flow.provider, reason: error instanceof HttpError ? error.code : 'unexpected_failure' }
    const subject = { userId: flow.user_id, email: null }
    await noteSecurityEvent(deps, deps.db, request, subject, { name: 'auth.login', status: 'error', details })
    return withError(deps, flow.redirect_to, error)
  }
}

const CallbackQuery = z.object({ code: z.optional(UrlText), error: z.optional(ShortText), error_description: z.optional(UrlText) })

async function exchangeCode(deps: AuthDeps, provider: IdentityProvider, request: AuthRequest, flow: Flow): Promise<ProviderGrant> {
  const { code, error, error_description } = parseInput(CallbackQuery, request.query)
  if (error) throw new ProviderRefusal(error, error_description ?? '')
  if (!code) throw refuse('bad_oauth_callback', { message: 'OAuth code parameter missing' })
  const url = new URL(callbackUrl(deps))
  for (const [name, value] of Object.entries(parseInput(z.record(ShortText, TokenText), request.query))) url.searchParams.set(name, value)
  try {
    const expected = { state: url.searchParams.get('state') ?? '', ...openSecrets(deps, flow.id, flow.sealed_secrets) }
    return await provider.exchange(url, expected)
  } catch (cause) {
    deps.log.warn({ err: cause, provider: provider.name }, 'the response of a provider could not be verified')
    throw refuse('unexpected_failure', { message: `Unable to exchange external code with ${provider.label}` })
  }
}

type FlowResult = { kind: 'session'; session: Session } | { kind: 'code'; code: string } | { kind: 'pending' }

async function finish(
  deps: AuthDeps,
  tx: Tx,
  request: AuthRequest,
  flow: Flow,
  provider: IdentityProvider,
  grant: ProviderGrant,
): Promise<FlowResult> {
  const { profile } = grant
  const isLinking = flow.user_id !== null
  if (isLinking && flow.code_challenge) await refuseTakenIdentity(tx, flow.user_id ?? '', provider.name, profile)
  else if (isLinking) await linkIdentity(deps, tx, request, flow.user_id ?? '', provider.name, profile)
  const admitted = flow.user_id
    ? { kind: 'admitted' as const, userId: flow.user_id }
    : await admitIdentity(deps, tx, { request, provider, profile, redirectTo: flow.redirect_to })
  if (admitted.kind === 'pending') return admitted
  if (flow.code_challenge) return { kind: 'code', code: await saveForExchange(deps, tx, admitted.userId, flow, grant) }
  const session = await beginSession(deps, tx, admitted.userId, 'oauth', request, provider.name)
  return { kind: 'session', session: withTokens(session, grant) }
}

/** The identity is linked only when the code is exchanged, because only whoever started the flow has the verifier. */
async function saveForExchange(deps: AuthDeps, tx: Tx, userId: string, flow: Flow, grant: ProviderGrant): Promise<string> {
  const code = newId(deps.now())
  const { profile, accessToken, refreshToken } = grant
  const stored = { provider: flow.provider, accessToken, refreshToken, links: flow.user_id === null ? null : profile }
  await insertPkceFlow(tx, userId, {
    id: flow.id,
    code_challenge: flow.code_challenge ?? '',
    code_challenge_method: flow.code_challenge_method ?? 's256',
    method: 'oauth',
    auth_code_hash: digest(code),
    auth_code_issued_at: deps.now(),
    sealed_return: sealStoredReturn(deps, userId, flow.id, stored),
    created_at: flow.created_at,
  })
  return code
}

function sessionFields(session: Session): Record<string, string> {
  const { access_token, expires_at, expires_in, refresh_token, token_type, provider_token, provider_refresh_token } = session
  return {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    ...(provider_token !== undefined && { provider_token }),
    ...(provider_refresh_token !== undefined && { provider_refresh_token }),
    refresh_token,
    token_type,
  }
}

/** An error that the provider returned (RFC 6749 §4.1.2.1). */
class ProviderRefusal extends Error {
  readonly error: string
  constructor(error: string, description: string) {
    super(description.slice(0, 500))
    this.error = error.slice(0, 100)
  }
}

/** Puts the error into both query and fragment, as GoTrue does. */
function withError(deps: AuthDeps, target: string, error: unknown): string {
  if (!(error instanceof HttpError || error instanceof ProviderRefusal)) deps.log.error({ err: error }, 'the callback of a provider failed')
  const fields = errorFields(error)
  return withFragment(withQuery(target, fields), fields)
}

const accessDeniedCodes = ['signup_disabled', 'user_banned', 'provider_email_needs_verification']
const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
}

function errorFields(error: unknown): Record<string, string> {
  if (error instanceof ProviderRefusal) return { error: error.error, error_description: error.message }
  const { status, code, message } = error instanceof HttpError ? error : refuse('unexpected_failure')
  const name = accessDeniedCodes.includes(code) ? 'access_denied' : (oauthErrors[status] ?? 'server_error')
  return { error: name, error_code: code, error_description: message }
}
