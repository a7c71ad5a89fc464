// Implements an identity provider over OpenID Connect: authorization URL, code exchange and id tokens.
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import {
  type ClientRegistration,
  fetchOutside,
  type OpenidDeps,
  openConfiguration,
  stripTenantIssuer,
} from '../../foundation/outside/openid.ts'
import { digest } from '../../foundation/seal.ts'
import { readIdentityProfile } from './profile.ts'
import type { AuthorizationRequest, FlowChecks, IdentityProvider, ProviderGrant, ReadIdToken } from './provider.ts'

export interface OpenIdSettings extends ClientRegistration {
  name: string
  label: string
  /** Our other clients, such as phone apps, whose id tokens are accepted too. */
  otherClients: string[]
  scope: string
  parameters: Record<string, string>
  /** Whether the provider has verified the address. */
  isVerified(claims: Record<string, unknown>): boolean
}

export function openIdProvider(settings: OpenIdSettings, deps: OpenidDeps): IdentityProvider {
  const getConfiguration = openConfiguration(settings, deps)
  return {
    name: settings.name,
    label: settings.label,
    authorizationUrl: async request => buildUrl(await getConfiguration(), settings, request),
    exchange: async (url, expected) => exchange(await getConfiguration(), settings, url, expected),
    readIdToken: openIdTokens(settings, deps, getConfiguration),
  }
}

async function buildUrl(
  configuration: oidc.Configuration,
  { scope, parameters }: OpenIdSettings,
  request: AuthorizationRequest,
): Promise<string> {
  const query = {
    ...parameters,
    ...request.parameters,
    redirect_uri: request.redirectUri,
    scope: [...new Set([...scope.split(' '), ...request.scopes])].join(' '),
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
  }
  return oidc.buildAuthorizationUrl(configuration, query).href
}

async function exchange(
  configuration: oidc.Configuration,
  { isVerified }: OpenIdSettings,
  url: URL,
  { state, nonce, verifier }: FlowChecks,
): Promise<ProviderGrant> {
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
  const { issuer, userinfo_endpoint } = configuration.serverMetadata()
  const tokens = await oidc.authorizationCodeGrant(configuration, stripTenantIssuer(url, issuer), checks)
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no id token.')
  // Many providers return the address only from the userinfo endpoint (OpenID Connect Core §5.4).
  const userInfo =
    claims['email'] === undefined && userinfo_endpoint ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  return {
    profile: readIdentityProfile({ ...userInfo, ...claims }, isVerified),
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
  }
}

/** Asymmetric algorithms with SHA-256, which `at_hash` then uses too. */
const algorithms = ['RS256', 'PS256', 'ES256']

function openIdTokens(settings: OpenIdSettings, deps: OpenidDeps, getConfiguration: () => Promise<oidc.Configuration>): ReadIdToken {
  let keys: { url: string; find: JWTVerifyGetKey } | null = null
  const keysAt = (url: string): JWTVerifyGetKey => {
    if (keys?.url !== url) keys = { url, find: createRemoteJWKSet(new URL(url), { [customFetch]: fetchKeys(deps) }) }
    return keys.find
  }
  const audience = [settings.clientId, ...settings.otherClients]
  return async (token, accessToken) => {
    const { jwks_uri, issuer } = (await getConfiguration()).serverMetadata()
    if (!jwks_uri) throw new Error('The provider publishes no keys.')
    const { payload } = await jwtVerify(token, keysAt(jwks_uri), {
      algorithms,
      audience,
      currentDate: deps.now(),
      clockTolerance: 30,
      requiredClaims: ['iss', 'sub', 'exp', 'iat'],
    })
    refuseOtherIssuer(payload, issuer)
    refuseOtherParty(payload, audience)
    refuseOtherToken(payload, accessToken)
    const { nonce } = payload
    return { profile: readIdentityProfile(payload, settings.isVerified), nonce: typeof nonce === 'string' && nonce ? nonce : null }
  }
}

const fetchKeys =
  (deps: OpenidDeps) =>
  (url: string, { headers }: { headers: Headers }): Promise<Response> =>
    fetchOutside(deps, url, { method: 'GET', headers: Object.fromEntries(headers), body: undefined })

/** True when a token is invalid; false when its provider could not be reached. */
export const isBadToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC'

/** Where every Microsoft tenant may sign in, the issuer is a pattern that the token's tenant completes. */
function refuseOtherIssuer(payload: JWTPayload, issuer: string): void {
  const tenant = typeof payload['tid'] === 'string' ? payload['tid'] : ''
  if (payload.iss !== issuer.replace('{tenantid}', tenant)) throw new errors.JWTClaimValidationFailed('another issuer', payload, 'iss')
}

/** A token for several audiences names the party it was issued to (OpenID Connect Core §3.1.3.7). */
function refuseOtherParty(payload: JWTPayload, audience: string[]): void {
  const { aud, azp } = payload
  if (azp === undefined && (!Array.isArray(aud) || aud.length === 1)) return
  if (typeof azp !== 'string' || !audience.includes(azp))
    throw new errors.JWTClaimValidationFailed('issued to another party', payload, 'azp')
}

/** OpenID Connect Core §3.1.3.6: `at_hash` must match the access token. */
function refuseOtherToken(payload: JWTPayload, accessToken: string | null): void {
  const { at_hash } = payload
  if (at_hash === undefined) return
  const expectedHash = accessToken === null ? null : digest(accessToken).subarray(0, 16).toString('base64url')
  if (at_hash !== expectedHash) throw new errors.JWTClaimValidationFailed('belongs to another access token', payload, 'at_hash')
}
