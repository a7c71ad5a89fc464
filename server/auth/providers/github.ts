// GitHub as an identity provider: OAuth 2.0, with the profile from its API.
import * as oidc from 'openid-client'
import { z } from 'zod/mini'
import { fetchOutside, type Reach } from '../../foundation/outside/openid.ts'
import { profileOf } from './profile.ts'
import type { AuthorizationRequest, Expected, Granted, IdentityProvider } from './provider.ts'

export interface GitHubSettings {
  clientId: string
  clientSecret: string
  /** https://github.com, or an enterprise's own. */
  url: string
}

// https://docs.github.com/en/rest/users
const Person = z.object({
  id: z.int().check(z.positive()),
  login: z.string(),
  name: z.nullish(z.string()),
  avatar_url: z.nullish(z.string()),
})
const Addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export function gitHubProvider(settings: GitHubSettings, reach: Reach): IdentityProvider {
  const configuration = configurationOf(settings, reach)
  const api = settings.url === 'https://github.com' ? 'https://api.github.com' : `${settings.url}/api/v3`
  return {
    name: 'github',
    label: 'GitHub',
    pageFor: ask => pageFor(configuration, ask),
    exchange: (url, expected) => exchange(configuration, reach, api, url, expected),
    readIdToken: null,
  }
}

function configurationOf({ url, clientId, clientSecret }: GitHubSettings, reach: Reach): oidc.Configuration {
  const at = `${url}/login/oauth`
  const server = { issuer: url, authorization_endpoint: `${at}/authorize`, token_endpoint: `${at}/access_token` }
  const configuration = new oidc.Configuration(server, clientId, undefined, oidc.ClientSecretPost(clientSecret))
  configuration[oidc.customFetch] = (target, options) => fetchOutside(reach, target, options)
  configuration.timeout = reach.timeoutMs / 1000
  if (url.startsWith('http:')) oidc.allowInsecureRequests(configuration)
  return configuration
}

async function pageFor(configuration: oidc.Configuration, ask: AuthorizationRequest): Promise<string> {
  const asked = {
    ...ask.parameters,
    redirect_uri: ask.redirectUri,
    scope: [...new Set(['user:email', ...ask.scopes])].join(' '),
    state: ask.state,
    code_challenge: await oidc.calculatePKCECodeChallenge(ask.verifier),
    code_challenge_method: 'S256',
  }
  return oidc.buildAuthorizationUrl(configuration, asked).href
}

async function exchange(
  configuration: oidc.Configuration,
  reach: Reach,
  api: string,
  url: URL,
  { state, verifier }: Expected,
): Promise<Granted> {
  const tokens = await oidc.authorizationCodeGrant(configuration, url, { expectedState: state, pkceCodeVerifier: verifier })
  const ask = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${tokens.access_token}`, accept: 'application/vnd.github+json', 'user-agent': 'Mailferry' }
    const answer = await fetchOutside(reach, api + path, { method: 'GET', headers, body: undefined })
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${path}.`)
    return answer.json()
  }
  const person = Person.parse(await ask('/user'))
  const addresses = Addresses.parse(await ask('/user/emails'))
  const own = addresses.find(one => one.primary) ?? addresses.find(one => one.verified)
  const claims = {
    iss: api,
    sub: String(person.id),
    name: person.name || person.login,
    picture: person.avatar_url,
    preferred_username: person.login,
    email: own?.email,
  }
  return {
    profile: profileOf(claims, () => own?.verified === true),
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
  }
}
