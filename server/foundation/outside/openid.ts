// Speaks OpenID Connect over connections that refuse private addresses: discovery, keys and token requests.
import * as oidc from 'openid-client'
import type { HttpRequest, Outside } from '../outside.ts'

/** The client that the operator registered with a provider. */
export interface ClientRegistration {
  issuer: string
  clientId: string
  clientSecret: string
}

export interface OpenidDeps {
  outside: Outside
  now(): Date
  /** For each HTTP request. */
  timeoutMs: number
}

/** A provider's keys and URLs are fetched again after this time. */
const cacheMs = 3_600_000

/** Fetches a provider's metadata when it is first needed, and caches it. */
export function openConfiguration(client: ClientRegistration, deps: OpenidDeps): () => Promise<oidc.Configuration> {
  let cached: { at: Date; configuration: Promise<oidc.Configuration> } | null = null
  return () => {
    const now = deps.now()
    if (cached && now.getTime() - cached.at.getTime() < cacheMs) return cached.configuration
    const configuration = discover(client, deps)
    cached = { at: now, configuration }
    configuration.catch(() => {
      cached = null
    })
    return configuration
  }
}

function discover({ issuer, clientId, clientSecret }: ClientRegistration, deps: OpenidDeps): Promise<oidc.Configuration> {
  const isPlain = issuer.startsWith('http:')
  return oidc.discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretPost(clientSecret), {
    [oidc.customFetch]: (url, options) => fetchOutside(deps, url, options),
    timeout: deps.timeoutMs / 1000,
    // Checks the signature of an id token too, although it comes directly from the provider.
    execute: isPlain ? [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] : [oidc.enableNonRepudiationChecks],
  })
}

/** A `fetch` for OpenID libraries that uses the guarded connection. */
export async function fetchOutside(
  { outside, timeoutMs }: OpenidDeps,
  url: string,
  { method, headers, body }: Pick<oidc.CustomFetchOptions, 'method' | 'headers' | 'body'>,
): Promise<Response> {
  if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams))
    throw new TypeError('This body cannot be sent.')
  const request: HttpRequest = {
    method: method === 'POST' ? 'POST' : 'GET',
    url,
    headers,
    timeoutMs,
    ...(body ? { body: body.toString() } : {}),
  }
  const response = await outside.request(request)
  const type = response.headers['content-type']
  const isEmpty = response.status === 204 || response.status === 304
  return new Response(isEmpty ? null : new Uint8Array(response.body), {
    status: response.status,
    headers: type ? { 'content-type': type } : {},
  })
}

/**
 * Where every Microsoft tenant may sign in, the configured issuer is a pattern, while the callback may name one tenant. This removes
 * an issuer that matches the pattern, which the id token must match too; any other issuer stays, and is refused later.
 */
export function stripTenantIssuer(url: URL, issuer: string): URL {
  const [prefix = '', suffix] = issuer.split('{tenantid}')
  const callbackIssuer = url.searchParams.get('iss')
  if (suffix === undefined || callbackIssuer === null || !callbackIssuer.startsWith(prefix) || !callbackIssuer.endsWith(suffix)) return url
  if (!/^[\da-f-]{36}$/.test(callbackIssuer.slice(prefix.length, callbackIssuer.length - suffix.length))) return url
  const withoutIssuer = new URL(url)
  withoutIssuer.searchParams.delete('iss')
  return withoutIssuer
}
