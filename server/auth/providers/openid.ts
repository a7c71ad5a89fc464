// An identity provider that speaks OpenID Connect: authorization URL, code exchange and id tokens.
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { fetchOutside, openConfiguration, type Reach, type Registration, withoutTenant } from '../../foundation/outside/openid.ts'
import { digest } from '../../foundation/seal.ts'
import { profileOf } from './profile.ts'
import type { AuthorizationRequest, Expected, Granted, IdentityProvider, ReadIdToken } from './provider.ts'

export interface OpenIdSettings extends Registration {
  name: string
  label: string
  /** Clients of ours, such as apps on phones, that get id tokens of their own. */
  otherClients: string[]
  scope: string
  parameters: Record<string, string>
  /** Whether the provider vouches for the address. */
  isVerified(claims: Record<string, unknown>): boolean
}

export function openIdProvider(settings: OpenIdSettings, reach: Reach): IdentityProvider {
  const configured = openConfiguration(settings, reach)
  return {
    name: settings.name,
    label: settings.label,
    pageFor: async request => pageFor(await configured(), settings, request),
    exchange: async (url, expected) => exchange(await configured(), settings, url, expected),
    readIdToken: openIdTokens(settings, reach, configured),
  }
}

async function pageFor(
  configuration: oidc.Configuration,
  { scope, parameters }: OpenIdSettings,
  request: AuthorizationRequest,
): Promise<string> {
  const requested = {
    ...parameters,
    ...request.parameters,
    redirect_uri: request.redirectUri,
    scope: [...new Set([...scope.split(' '), ...request.scopes])].join(' '),
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
  }
  return oidc.buildAuthorizationUrl(configuration, requested).href
}

async function exchange(
  configuration: oidc.Configuration,
  { isVerified }: OpenIdSettings,
  url: URL,
  { state, nonce, verifier }: Expected,
): Promise<Granted> {
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
  const { issuer, userinfo_endpoint } = configuration.serverMetadata()
  const tokens = await oidc.authorizationCodeGrant(configuration, withoutTenant(url, issuer), checks)
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no id token.')
  // Many say the address only when they are asked with the access token (OpenID Connect Core §5.4).
  const more =
    claims['email'] === undefined && userinfo_endpoint ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  return {
    profile: profileOf({ ...more, ...claims }, isVerified),
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
  }
}

/** Signed by keys that the issuer publishes, and hashed with SHA-256, as `at_hash` is then too. */
const algorithms = ['RS256', 'PS256', 'ES256']

function openIdTokens(settings: OpenIdSettings, reach: Reach, configured: () => Promise<oidc.Configuration>): ReadIdToken {
  let keys: { url: string; find: JWTVerifyGetKey } | null = null
  const keysAt = (url: string): JWTVerifyGetKey => {
    if (keys?.url !== url) keys = { url, find: createRemoteJWKSet(new URL(url), { [customFetch]: fetchKeys(reach) }) }
    return keys.find
  }
  const audience = [settings.clientId, ...settings.otherClients]
  return async (token, accessToken) => {
    const { jwks_uri, issuer } = (await configured()).serverMetadata()
    if (!jwks_uri) throw new Error('The provider publishes no keys.')
    const { payload } = await jwtVerify(token, keysAt(jwks_uri), {
      algorithms,
      audience,
      currentDate: reach.now(),
      clockTolerance: 30,
      requiredClaims: ['iss', 'sub', 'exp', 'iat'],
    })
    refuseOtherIssuer(payload, issuer)
    refuseOtherParty(payload, audience)
    refuseOtherToken(payload, accessToken)
    const { nonce } = payload
    return { profile: profileOf(payload, settings.isVerified), nonce: typeof nonce === 'string' && nonce ? nonce : null }
  }
}

const fetchKeys =
  (reach: Reach) =>
  (url: string, { headers }: { headers: Headers }): Promise<Response> =>
    fetchOutside(reach, url, { method: 'GET', headers: Object.fromEntries(headers), body: undefined })

/** True when a token was refused for what it is; false when its provider could not be asked. */
export const isBadToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC'

/** Where all tenants of Microsoft may sign in, the issuer is a pattern that the token's own tenant fills. */
function refuseOtherIssuer(payload: JWTPayload, issuer: string): void {
  const tenant = typeof payload['tid'] === 'string' ? payload['tid'] : ''
  if (payload.iss !== issuer.replace('{tenantid}', tenant)) throw new errors.JWTClaimValidationFailed('another issuer', payload, 'iss')
}

/** A token for several parties says which of them asked for it (OpenID Connect Core §3.1.3.7). */
function refuseOtherParty(payload: JWTPayload, audience: string[]): void {
  const { aud, azp } = payload
  if (azp === undefined && (!Array.isArray(aud) || aud.length === 1)) return
  if (typeof azp !== 'string' || !audience.includes(azp))
    throw new errors.JWTClaimValidationFailed('made for somebody else', payload, 'azp')
}

/** OpenID Connect Core §3.1.3.6: a token that names its access token comes with that one. */
function refuseOtherToken(payload: JWTPayload, accessToken: string | null): void {
  const { at_hash } = payload
  if (at_hash === undefined) return
  const half = accessToken === null ? null : digest(accessToken).subarray(0, 16).toString('base64url')
  if (at_hash !== half) throw new errors.JWTClaimValidationFailed('of another access token', payload, 'at_hash')
}
