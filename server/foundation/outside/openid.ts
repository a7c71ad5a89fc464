// OpenID Connect over the guarded connection: discovery, keys and token requests.
import * as oidc from 'openid-client'
import type { HttpAsk, Outside } from '../outside.ts'

/** What the operator has registered with a provider. */
export interface Registration {
  issuer: string
  clientId: string
  clientSecret: string
}

export interface Reach {
  outside: Outside
  now(): Date
  /** Of each exchange. */
  timeoutMs: number
}

/** Keys and addresses of a provider are asked for again after this time. */
const knownMs = 3_600_000

/** What a provider says of itself, asked for when it is first needed; the issuer is the one that is set, and so is every address that it names itself. */
export function openConfiguration(registered: Registration, reach: Reach): () => Promise<oidc.Configuration> {
  let known: { at: Date; configuration: Promise<oidc.Configuration> } | null = null
  return () => {
    const now = reach.now()
    if (known && now.getTime() - known.at.getTime() < knownMs) return known.configuration
    const configuration = discover(registered, reach)
    known = { at: now, configuration }
    configuration.catch(() => {
      known = null
    })
    return configuration
  }
}

function discover({ issuer, clientId, clientSecret }: Registration, reach: Reach): Promise<oidc.Configuration> {
  const isPlain = issuer.startsWith('http:')
  return oidc.discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretPost(clientSecret), {
    [oidc.customFetch]: (url, options) => fetchOutside(reach, url, options),
    timeout: reach.timeoutMs / 1000,
    // The signature of an id token is checked too, though it comes from the provider itself.
    execute: isPlain ? [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] : [oidc.enableNonRepudiationChecks],
  })
}

/** What `fetch` is for the libraries that speak to providers. */
export async function fetchOutside(
  { outside, timeoutMs }: Reach,
  url: string,
  { method, headers, body }: Pick<oidc.CustomFetchOptions, 'method' | 'headers' | 'body'>,
): Promise<Response> {
  if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams))
    throw new TypeError('This body cannot be sent.')
  const ask: HttpAsk = { method: method === 'POST' ? 'POST' : 'GET', url, headers, timeoutMs, ...(body ? { body: body.toString() } : {}) }
  const answer = await outside.request(ask)
  const type = answer.headers['content-type']
  const isEmpty = answer.status === 204 || answer.status === 304
  return new Response(isEmpty ? null : new Uint8Array(answer.body), {
    status: answer.status,
    headers: type ? { 'content-type': type } : {},
  })
}

/**
 * Where all tenants of Microsoft may sign in, the issuer is a pattern, and what comes back may name the tenant. The id token has to
 * be of the same pattern too; an issuer that does not fit stays, and is refused.
 */
export function withoutTenant(url: URL, issuer: string): URL {
  const [before = '', after] = issuer.split('{tenantid}')
  const named = url.searchParams.get('iss')
  if (after === undefined || named === null || !named.startsWith(before) || !named.endsWith(after)) return url
  if (!/^[\da-f-]{36}$/.test(named.slice(before.length, named.length - after.length))) return url
  const came = new URL(url)
  came.searchParams.delete('iss')
  return came
}
