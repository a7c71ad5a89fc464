// A browser that goes to a provider and back, for tests of the auth API.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { z } from 'zod/mini'
import type { OidcPerson } from '../sandbox/oidc/people.ts'
import { type Oidc, startOidc } from '../sandbox/oidc/start.ts'
import { openIdProvider } from '../server/auth/providers/openid.ts'
import { isTrueClaim } from '../server/auth/providers/profile.ts'
import type { IdentityProvider } from '../server/auth/providers/provider.ts'
import { openOutside } from '../server/foundation/outside.ts'
import { type AtProvider, signInAt } from './oidc-browser.ts'

const publicUrl = 'http://mailferry.example'
const callback = `${publicUrl}/auth/v1/callback`
const client = { id: 'client-of-mailferry', secret: 'secret-of-mailferry' }
export const clientId = client.id

export interface Standing extends Oidc {
  people: OidcPerson[]
  provider: IdentityProvider
}

/** A provider with people of its own, under a name on the wire. */
export async function standingProvider(name: string, label = 'Example ID'): Promise<Standing> {
  const people: OidcPerson[] = []
  const oidc = await startOidc({ port: 0, clients: [{ ...client, redirectUris: [callback, callback.replace('http:', 'https:')] }], people })
  afterAll(() => oidc.stop())
  const settings = { name, label, issuer: oidc.issuer, clientId: client.id, clientSecret: client.secret, otherClients: [], parameters: {} }
  const isVerified = (claims: Record<string, unknown>) => isTrueClaim(claims['email_verified'])
  const reach = { outside: openOutside({ allow: [], loopback: true }), now: () => new Date(), timeoutMs: 5_000 }
  return { ...oidc, people, provider: openIdProvider({ ...settings, scope: 'openid email profile offline_access', isVerified }, reach) }
}

let made = 0
/** Somebody with an account at this provider. */
export function personAt({ people }: Standing, more: Partial<OidcPerson> = {}): OidcPerson {
  const n = ++made
  const address = `at-provider-${n}-${process.pid}@example.com`
  const person = {
    subject: `subject-${n}-${process.pid}`,
    address,
    password: `secret ${n}`,
    name: `Ada ${n}`,
    picture: 'https://ada.example/me.png',
  }
  people.push({ ...person, ...more })
  return { ...person, ...more }
}

export interface Landing {
  status: number
  url: URL
  /** What came in the fragment. */
  hash: URLSearchParams
}

/** Where a browser stands after it was sent to the provider: on its way back to us, with what it carries. */
export interface OnItsWay {
  back: URL
  cookie: string
}

/** Opens an address of ours that leads to a provider, and signs in there. */
export async function goTo(server: { url: string }, url: string, who: AtProvider, headers: Record<string, string> = {}): Promise<OnItsWay> {
  const begun = await fetch(url.replace(publicUrl, server.url), { redirect: 'manual', headers })
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = begun.headers.get('location')
  if (begun.status !== 302 || page === null) throw new Error(`it answered ${begun.status}: ${await begun.text()}`)
  return { back: await signInAt(page, who), cookie }
}

/** Comes back to us, and says where the browser is sent next. */
export async function comeBack(server: { url: string }, { back, cookie }: OnItsWay): Promise<Landing> {
  const answer = await fetch(server.url + back.pathname + back.search, { redirect: 'manual', headers: { cookie } })
  const url = new URL(answer.headers.get('location') ?? 'none:')
  return { status: answer.status, url, hash: new URLSearchParams(url.hash.slice(1)) }
}

export const visit = async (server: { url: string }, url: string, who: AtProvider): Promise<Landing> =>
  comeBack(server, await goTo(server, url, who))

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const Tokens = z.object({ id_token: z.string(), access_token: z.string() })

/** What an app on a phone gets from the provider by itself. */
export async function tokensOf({ issuer }: Standing, who: AtProvider, nonce?: string): Promise<z.infer<typeof Tokens>> {
  const verifier = randomBytes(32).toString('base64url')
  const asked = {
    client_id: client.id,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: sha256(verifier).toString('base64url'),
    code_challenge_method: 'S256',
    ...(nonce && { nonce }),
  }
  const back = await signInAt(`${issuer}/auth?${new URLSearchParams(asked).toString()}`, who)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: callback,
    code_verifier: verifier,
    client_id: client.id,
    client_secret: client.secret,
  })
  return Tokens.parse(await (await fetch(`${issuer}/token`, { method: 'POST', body })).json())
}
