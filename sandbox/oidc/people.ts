// Who can sign in at the stand-in, and with which clients.
import { createHash } from 'node:crypto'
import type { ClientMetadata } from 'oidc-provider'

export interface OidcPerson {
  /** Their id, which stays when the address changes. */
  subject: string
  address: string
  password: string
  name?: string
  picture?: string
  /** Left out, the address is vouched for. */
  isVerified?: boolean
}

export interface OidcClient {
  id: string
  secret: string
  redirectUris: string[]
}

/** What tokens say of a person. */
export const claimsOf = ({ subject, address, name, picture, isVerified = true }: OidcPerson) => ({
  sub: subject,
  email: address,
  email_verified: isVerified,
  preferred_username: address,
  ...(name && { name }),
  ...(picture && { picture }),
})

/** Whoever signs in where no password is asked for: the same person for the same address. */
export function personOf(form: URLSearchParams, issuer: string): OidcPerson | null {
  const address = (form.get('address') ?? '').trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return null
  const subject = createHash('sha256').update(address).digest('hex').slice(0, 24)
  const name = (form.get('name') ?? '').trim().slice(0, 100)
  const picture = `${issuer}/picture/${subject}.svg`
  return { subject, address, password: '', isVerified: form.has('verified'), picture, ...(name && { name }) }
}

/** Asks whether tokens are good, as a provider's own mail server does. */
export const mailServer = { id: 'mail-server', secret: 'the-secret-of-the-mail-server' }

export const clientsOf = (clients: OidcClient[]): ClientMetadata[] => [
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
