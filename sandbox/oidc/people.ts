// The users that can sign in at the stand-in, and its clients.
import { createHash } from 'node:crypto'
import type { ClientMetadata } from 'oidc-provider'

export interface OidcPerson {
  /** An id that stays the same when the address changes. */
  subject: string
  address: string
  password: string
  name?: string
  picture?: string
  /** True by default. */
  isVerified?: boolean
}

export interface OidcClient {
  id: string
  secret: string
  redirectUris: string[]
}

/** The claims about a user. */
export const personClaims = ({ subject, address, name, picture, isVerified = true }: OidcPerson) => ({
  sub: subject,
  email: address,
  email_verified: isVerified,
  preferred_username: address,
  ...(name && { name }),
  ...(picture && { picture }),
})

/** The user named in a form without a password; the same address is always the same user. */
export function parsePerson(form: URLSearchParams, issuer: string): OidcPerson | null {
  const address = (form.get('address') ?? '').trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return null
  const subject = createHash('sha256').update(address).digest('hex').slice(0, 24)
  const name = (form.get('name') ?? '').trim().slice(0, 100)
  const picture = `${issuer}/picture/${subject}.svg`
  return { subject, address, password: '', isVerified: form.has('verified'), picture, ...(name && { name }) }
}

/** The client with which a provider's mail server introspects tokens. */
export const mailServer = { id: 'mail-server', secret: 'the-secret-of-the-mail-server' }

export const clientMetadata = (clients: OidcClient[]): ClientMetadata[] => [
  ...clients.map(({ id, secret, redirectUris }) => ({
    client_id: id,
    client_secret: secret,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'client_secret_post' as const,
  })),
  {
    client_id: mailServer.id,
    client_secret: mailServer.secret,
    redirect_uris: [],
    response_types: [],
    grant_types: [],
    token_endpoint_auth_method: 'client_secret_basic',
  },
]
