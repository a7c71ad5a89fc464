// An OAuth 2.0 and OpenID Connect client for one provider, through the guarded connect.
import * as oidc from 'openid-client'
import { openConfiguration, type Reach, withoutTenant } from '../../../foundation/outside/openid.ts'
import type { Outside } from '../../../foundation/outside.ts'
import type { OAuthProvider } from './providers.ts'

export interface Renewed {
  accessToken: string
  /** Null where the one before stays good. */
  refreshToken: string | null
  expiresAt: Date
}

export interface MailGrant extends Renewed {
  scope: string
  subject: string
  /** As the provider says it: its e-mail address, or the name that the person signs in with. */
  address: string | null
}

export interface ExpectedCallback {
  state: string
  nonce: string
  verifier: string
}

/** Each throws what `problemOfGrant` can name. */
export interface OAuthClient {
  /** Where the browser goes. */
  pageFor(ask: ExpectedCallback & { redirectUri: string; loginHint: string | null }): Promise<string>
  /** `url` is where the browser came back to; throws unless state, issuer, code, verifier and nonce are all of this sign-in. */
  exchange(url: URL, expected: ExpectedCallback): Promise<MailGrant>
  renew(refreshToken: string): Promise<Renewed>
  /** False where the provider has no way to. */
  revoke(refreshToken: string): Promise<boolean>
}

/** By the provider's id. */
export type ProviderDoors = ReadonlyMap<string, { provider: OAuthProvider; client: OAuthClient }>

const usualMs = 10_000

/** Each exchange takes `timeoutMs` at most. */
export const openDoorsTo = (providers: OAuthProvider[], outside: Outside, now: () => Date, timeoutMs = usualMs): ProviderDoors =>
  new Map(providers.map(provider => [provider.id, { provider, client: openOAuthClient(provider, { outside, now, timeoutMs }) }]))

function openOAuthClient(provider: OAuthProvider, reach: Reach): OAuthClient {
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
      const came = withoutTenant(url, configuration.serverMetadata().issuer)
      const tokens = await oidc.authorizationCodeGrant(configuration, came, checks, { scope })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no id token.')
      return { ...renewedOf(tokens, now()), scope: tokens.scope ?? scope, subject: claims.sub, address: addressIn(claims) }
    },
    async renew(refreshToken) {
      return renewedOf(await oidc.refreshTokenGrant(await configured(), refreshToken, { scope }), now())
    },
    async revoke(refreshToken) {
      const configuration = await configured()
      if (!configuration.serverMetadata().revocation_endpoint) return false
      await oidc.tokenRevocation(configuration, refreshToken)
      return true
    },
  }
}

/** A provider that does not say how long a token lasts is asked again soon. */
const unsaidSeconds = 300

const renewedOf = (tokens: oidc.TokenEndpointResponse, now: Date): Renewed => ({
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token ?? null,
  expiresAt: new Date(now.getTime() + (tokens.expires_in ?? unsaidSeconds) * 1000),
})

/** Microsoft puts the name that opens the mailbox into `preferred_username`, and an address that may be another into `email`. */
function addressIn(claims: oidc.IDToken): string | null {
  const found = [claims['preferred_username'], claims['email']].find(value => typeof value === 'string' && value.includes('@'))
  return typeof found === 'string' ? found : null
}
