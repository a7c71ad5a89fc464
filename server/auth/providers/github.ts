// Implements GitHub as an identity provider: OAuth 2.0, with the profile from its API.
import * as oidc from 'openid-client'
import { z } from 'zod/mini'
import { fetchOutside, type OpenidDeps } from '../../foundation/outside/openid.ts'
import { readIdentityProfile } from './profile.ts'
import type { AuthorizationRequest, FlowChecks, IdentityProvider, ProviderGrant } from './provider.ts'

export interface GitHubSettings {
  clientId: string
  clientSecret: string
  /** https://github.com, or a GitHub Enterprise server. */
  url: string
}

// https://docs.github.com/en/rest/users
const GitHubUser = z.object({
  id: z.int().check(z.positive()),
  login: z.string(),
  name: z.nullish(z.string()),
  avatar_url: z.nullish(z.string()),
})
const Addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export function gitHubProvider(settings: GitHubSettings, deps: OpenidDeps): IdentityProvider {
  const configuration = configure(settings, deps)
  const api = settings.url === 'https://github.com' ? 'https://api.github.com' : `${settings.url}/api/v3`
  return {
    name: 'github',
    label: 'GitHub',
    authorizationUrl: request => buildUrl(configuration, request),
    exchange: (url, expected) => exchange(configuration, deps, api, url, expected),
    readIdToken: null,
  }
}

function configure({ url, clientId, clientSecret }: GitHubSettings, deps: OpenidDeps): oidc.Configuration {
  const oauthUrl = `${url}/login/oauth`
  const server = { issuer: url, authorization_endpoint: `${oauthUrl}/authorize`, token_endpoint: `${oauthUrl}/access_token` }
  const configuration = new oidc.Configuration(server, clientId, undefined, oidc.ClientSecretPost(clientSecret))
  configuration[oidc.customFetch] = (target, options) => fetchOutside(deps, target, options)
  configuration.timeout = deps.timeoutMs / 1000
  if (url.startsWith('http:')) oidc.allowInsecureRequests(configuration)
  return configuration
}

async function buildUrl(configuration: oidc.Configuration, request: AuthorizationRequest): Promise<string> {
  const parameters = {
    ...request.parameters,
    redirect_uri: request.redirectUri,
    scope: [...new Set(['user:email', ...request.scopes])].join(' '),
    state: request.state,
    code_challenge: await oidc.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
  }
  return oidc.buildAuthorizationUrl(configuration, parameters).href
}

async function exchange(
  configuration: oidc.Configuration,
  deps: OpenidDeps,
  api: string,
  url: URL,
  { state, verifier }: FlowChecks,
): Promise<ProviderGrant> {
  const tokens = await oidc.authorizationCodeGrant(configuration, url, { expectedState: state, pkceCodeVerifier: verifier })
  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${tokens.access_token}`, accept: 'application/vnd.github+json', 'user-agent': 'Mailferry' }
    const response = await fetchOutside(deps, api + path, { method: 'GET', headers, body: undefined })
    if (!response.ok) throw new Error(`GitHub responded with status ${response.status} to ${path}.`)
    return response.json()
  }
  const user = GitHubUser.parse(await get('/user'))
  const addresses = Addresses.parse(await get('/user/emails'))
  const address = addresses.find(a => a.primary) ?? addresses.find(a => a.verified)
  const claims = {
    iss: api,
    sub: String(user.id),
    name: user.name || user.login,
    picture: user.avatar_url,
    preferred_username: user.login,
    email: address?.email,
  }
  return {
    profile: readIdentityProfile(claims, () => address?.verified === true),
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
  }
}
