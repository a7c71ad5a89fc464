// An OAuth 2.0 and OpenID Connect client for one provider; it never connects to private addresses.
import * as oidc from 'openid-client'
import { type OpenidDeps, openConfiguration, stripTenantIssuer } from '../../../foundation/outside/openid.ts'
import type { Outside } from '../../../foundation/outside.ts'
import { type OAuthProvider, scopeToRenew } from './providers.ts'

export interface RenewedTokens {
  accessToken: string
  /** Null when the previous one stays valid. */
  refreshToken: string | null
  expiresAt: Date
}

export interface MailGrant extends RenewedTokens {
  scope: string
  subject: string
  /** The email address or sign-in name that the provider reports. */
  address: string | null
}

export interface ExpectedCallback {
  state: string
  nonce: string
  verifier: string
}

/** All methods throw what `toGrantProblem` can name. */
export interface OAuthClient {
  /** The URL for the browser to visit. */
  pageFor(ask: ExpectedCallback & { redirectUri: string; loginHint: string | null }): Promise<string>
  /** `url` is the callback's; throws unless state, issuer, code, verifier and nonce all belong to this sign-in. */
  exchange(url: URL, expected: ExpectedCallback): Promise<MailGrant>
  /** `maySend`: whether sending was granted with it. */
  renew(refreshToken: string, maySend: boolean): Promise<RenewedTokens>
  /** False when the provider doesn't support it. */
  revoke(refreshToken: string): Promise<boolean>
}

/** By provider id. */
export type OAuthClients = ReadonlyMap<string, { provider: OAuthProvider; client: OAuthClient }>

const defaultTimeoutMs = 10_000

/** Each exchange takes `timeoutMs` at most. */
export const openOAuthClients = (
  providers: OAuthProvider[],
  outside: Outside,
  now: () => Date,
  timeoutMs = defaultTimeoutMs,
): OAuthClients =>
  new Map(providers.map(provider => [provider.id, { provider, client: openOAuthClient(provider, { outside, now, timeoutMs }) }]))

function openOAuthClient(provider: OAuthProvider, reach: OpenidDeps): OAuthClient {
  const { now } = reach
  const configured = openConfiguration(provider, reach)
  const { scope } = provider
  return {
    async pageFor({ redirectUri, state, nonce, verifier, loginHint }) {
      const challenge = await oidc.calculatePKCECodeChallenge(verifier)
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
      const hint = loginHint === null ? {} : { login_hint: loginHint }
      const asked = { ...provider.parameters, ...hint, redirect_uri: redirectUri, scope, state, nonce, ...pkce }
      return oidc.buildAuthorizationUrl(await configured(), asked).href
    },
    async exchange(url, { state, nonce, verifier }) {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const configuration = await configured()
      const came = stripTenantIssuer(url, configuration.serverMetadata().issuer)
      const tokens = await oidc.authorizationCodeGrant(configuration, came, checks, { scope })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token.')
      return { ...toRenewedTokens(tokens, now()), scope: tokens.scope ?? scope, subject: claims.sub, address: readAddress(claims) }
    },
    async renew(refreshToken, maySend) {
      const renewed = { scope: scopeToRenew(provider, maySend) }
      return toRenewedTokens(await oidc.refreshTokenGrant(await configured(), refreshToken, renewed), now())
    },
    async revoke(refreshToken) {
      const configuration = await configured()
      if (!configuration.serverMetadata().revocation_endpoint) return false
      await oidc.tokenRevocation(configuration, refreshToken)
      return true
    },
  }
}

/** When a provider doesn't say how long a token lasts, we renew it soon. */
const defaultExpirySeconds = 300

const toRenewedTokens = (tokens: oidc.TokenEndpointResponse, now: Date): RenewedTokens => ({
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token ?? null,
  expiresAt: new Date(now.getTime() + (tokens.expires_in ?? defaultExpirySeconds) * 1000),
})

/** Microsoft puts the mailbox's sign-in name into `preferred_username`; its `email` may be a different address. */
function readAddress(claims: oidc.IDToken): string | null {
  const found = [claims['preferred_username'], claims['email']].find(value => typeof value === 'string' && value.includes('@'))
  return typeof found === 'string' ? found : null
}
