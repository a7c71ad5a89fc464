// Who can sign in at the stand-in, and with which clients.
import type { ClientMetadata } from 'oidc-provider'

export interface OidcPerson {
  /** Their id, which stays when the address changes. */
  subject: string
  address: string
  password: string
}

export interface OidcClient {
  id: string
  secret: string
  redirectUris: string[]
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
