// Starts an OAuth flow: stores what the callback must present, and returns the provider's URL.
import { z } from 'zod/mini'
import { digest, newId, randomToken, seal, unseal } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { readChallenge } from '../email/pkce.ts'
import { redirectOf } from '../email/request.ts'
import { type AuthRequest, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { dropOldFlows, saveFlow } from './owners.ts'
import type { IdentityProvider } from './provider.ts'

/** From beginning to coming back. */
export const flowMs = 600_000

export const callbackOf = ({ publicUrl }: AuthDeps): string => `${publicUrl}/auth/v1/callback`

const Query = z.object({ provider: z._default(z.string(), ''), scopes: z._default(z.string().check(z.maxLength(1000)), '') })

/** What an app may add to the provider's page; the rest of its address is ours. */
const passedOn = [
  'access_type',
  'prompt',
  'login_hint',
  'hd',
  'domain_hint',
  'include_granted_scopes',
  'ui_locales',
  'acr_values',
  'allow_signup',
]

export interface BegunFlow {
  url: string
  /** What the browser must bring back; null where a code challenge binds the flow to whoever began it. */
  browser: string | null
}

/** `userId` is of the person who adds an identity; null for somebody who signs in. `browser` is what theirs carries already. */
export async function beginFlow(deps: AuthDeps, request: AuthRequest, userId: string | null, browser: string | null): Promise<BegunFlow> {
  await deps.counters.take('provider', request.ip)
  const { provider: name, scopes } = read(Query, request.query)
  const provider = deps.providers.get(name)
  if (!provider) throw refuse('validation_failed', { message: `Unsupported provider: ${unsupported(name)}` })
  const challenge = readChallenge(request.query)
  const carried = challenge ? null : (browser ?? randomToken())
  const now = deps.now()
  const [id, secret, nonce, verifier] = [newId(now), randomToken(), randomToken(), randomToken()]
  const expected = { state: `${id}.${secret}`, nonce, verifier }
  const url = await pageOf(deps, provider, { ...expected, scopes: scopes.split(/[ ,]+/).filter(Boolean), parameters: passedOnOf(request) })
  await dropOldFlows(deps.db, new Date(now.getTime() - flowMs))
  await saveFlow(deps.db, userId, {
    id,
    secret_hash: digest(secret),
    browser_hash: carried === null ? null : digest(carried),
    provider: name,
    redirect_to: redirectOf(deps, request),
    code_challenge: challenge?.challenge ?? null,
    code_challenge_method: challenge?.method ?? null,
    sealed_secrets: seal(deps.master, Buffer.from(JSON.stringify({ nonce, verifier })), placeOf(id)),
    created_at: now,
  })
  return { url, browser: carried }
}

const unsupported = (name: string): string =>
  /^[\w-]{1,40}$/.test(name) ? `provider ${name} is not enabled` : 'Provider could not be found'

async function pageOf(
  deps: AuthDeps,
  provider: IdentityProvider,
  request: Omit<Parameters<IdentityProvider['pageFor']>[0], 'redirectUri'>,
): Promise<string> {
  try {
    return await provider.pageFor({ ...request, redirectUri: callbackOf(deps) })
  } catch (error) {
    deps.log.warn({ err: error, provider: provider.name }, 'a provider could not be asked where its page is')
    throw refuse('unexpected_failure', { status: 503, message: `${provider.label} does not answer. Try again in a minute` })
  }
}

const Parameters = z.record(z.string(), z.unknown())

function passedOnOf({ query }: AuthRequest): Record<string, string> {
  const given = Object.entries(Parameters.parse(query ?? {}))
  return Object.fromEntries(
    given.flatMap(([name, value]) => (passedOn.includes(name) && typeof value === 'string' ? [[name, value.slice(0, 200)]] : [])),
  )
}

const Secrets = z.object({ nonce: z.string(), verifier: z.string() })

export const openSecrets = ({ master }: AuthDeps, id: string, sealed: Buffer): z.infer<typeof Secrets> =>
  Secrets.parse(JSON.parse(unseal(master, sealed, placeOf(id)).toString()))

/** A flow is nobody's: it stands under the name of the wire. */
const placeOf = (id: string) => ({ userId: 'auth', row: id, column: 'provider_flows.sealed_secrets' })
