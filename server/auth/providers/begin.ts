// Starts an OAuth flow: stores what the callback must present, and returns the provider's URL.
import { z } from 'zod/mini'
import { digest, newId, randomToken, seal, unseal } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { readCodeChallenge } from '../email/pkce.ts'
import { chooseRedirect } from '../email/request.ts'
import { type AuthRequest, parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { ShortText } from '../shapes.ts'
import { dropOldFlows, saveProviderFlow } from './owners.ts'
import type { IdentityProvider } from './provider.ts'

/** How long a flow may take until the callback. */
export const flowMs = 600_000

export const callbackUrl = ({ publicUrl }: AuthDeps): string => `${publicUrl}/auth/v1/callback`

const Query = z.object({ provider: z._default(ShortText, ''), scopes: z._default(z.string().check(z.maxLength(1000)), '') })

/** Parameters that an app may add to the provider's URL; we set the others. */
const forwardedParameters = [
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

export interface StartedFlow {
  url: string
  /** The cookie that the browser must return; null when a code challenge binds the flow instead. */
  browser: string | null
}

/** `userId` is the user who links an identity; null for a sign-in. `browser` is the flow cookie that the browser already has. */
export async function startProviderFlow(
  deps: AuthDeps,
  request: AuthRequest,
  userId: string | null,
  browser: string | null,
): Promise<StartedFlow> {
  await deps.counters.consume('provider', request.ip)
  const { provider: name, scopes } = parseInput(Query, request.query)
  const provider = deps.providers.get(name)
  if (!provider) throw refuse('validation_failed', { message: `Unsupported provider: ${explainUnsupported(name)}` })
  const challenge = readCodeChallenge(request.query)
  const cookie = challenge ? null : (browser ?? randomToken())
  const now = deps.now()
  const [id, secret, nonce, verifier] = [newId(now), randomToken(), randomToken(), randomToken()]
  const expected = { state: `${id}.${secret}`, nonce, verifier }
  const url = await buildAuthorizationUrl(deps, provider, {
    ...expected,
    scopes: scopes.split(/[ ,]+/).filter(Boolean),
    parameters: readForwardedParameters(request),
  })
  await dropOldFlows(deps.db, new Date(now.getTime() - flowMs))
  await saveProviderFlow(deps.db, userId, {
    id,
    secret_hash: digest(secret),
    browser_hash: cookie === null ? null : digest(cookie),
    provider: name,
    redirect_to: chooseRedirect(deps, request),
    code_challenge: challenge?.challenge ?? null,
    code_challenge_method: challenge?.method ?? null,
    sealed_secrets: seal(deps.master, Buffer.from(JSON.stringify({ nonce, verifier })), flowContext(id)),
    created_at: now,
  })
  return { url, browser: cookie }
}

const explainUnsupported = (name: string): string =>
  /^[\w-]{1,40}$/.test(name) ? `provider ${name} is not enabled` : 'Provider could not be found'

async function buildAuthorizationUrl(
  deps: AuthDeps,
  provider: IdentityProvider,
  request: Omit<Parameters<IdentityProvider['authorizationUrl']>[0], 'redirectUri'>,
): Promise<string> {
  try {
    return await provider.authorizationUrl({ ...request, redirectUri: callbackUrl(deps) })
  } catch (error) {
    deps.log.warn({ err: error, provider: provider.name }, 'the authorization URL of a provider could not be fetched')
    throw refuse('unexpected_failure', { status: 503, message: `${provider.label} does not respond. Try again in a minute` })
  }
}

const Parameters = z.record(ShortText, z.unknown())

function readForwardedParameters({ query }: AuthRequest): Record<string, string> {
  const entries = Object.entries(Parameters.parse(query ?? {}))
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      forwardedParameters.includes(name) && typeof value === 'string' ? [[name, value.slice(0, 200)]] : [],
    ),
  )
}

const Secret = z.string().check(z.maxLength(200))
const Secrets = z.object({ nonce: Secret, verifier: Secret })

export const openSecrets = ({ master }: AuthDeps, id: string, sealed: Buffer): z.infer<typeof Secrets> =>
  Secrets.parse(JSON.parse(unseal(master, sealed, flowContext(id)).toString()))

/** A flow belongs to no user yet, so that it is sealed under a fixed name. */
export const flowContext = (id: string) => ({ userId: 'auth', row: id, column: 'provider_flows.sealed_secrets' })
