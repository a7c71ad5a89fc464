// The interface of an identity provider: authorization URL, code exchange, id tokens.

export interface IdentityProvider {
  /** On the wire and in identities. */
  name: string
  /** On buttons. */
  label: string
  pageFor(request: AuthorizationRequest): Promise<string>
  /** `url` is where the browser came back to; throws unless state, issuer, code, verifier and nonce are all of this flow. */
  exchange(url: URL, expected: Expected): Promise<Granted>
  /** Who an id token names; null where the provider has none. */
  readIdToken: ReadIdToken | null
}

/** By name. */
export type IdentityProviders = ReadonlyMap<string, IdentityProvider>

/** Throws with a reason when the token is not this provider's for us, has expired, or is not of this access token. */
export type ReadIdToken = (token: string, accessToken: string | null) => Promise<{ profile: Profile; nonce: string | null }>

export interface Expected {
  state: string
  nonce: string
  verifier: string
}

export interface AuthorizationRequest extends Expected {
  redirectUri: string
  /** Beside those that signing in needs. */
  scopes: string[]
  parameters: Record<string, string>
}

export interface Granted {
  profile: Profile
  accessToken: string
  refreshToken: string | null
}

/** Who somebody is at a provider. */
export interface Profile {
  issuer: string
  subject: string
  /** In lower case; null where the provider names none that can be one. */
  email: string | null
  /** The provider vouches for it. */
  isVerified: boolean
  /** Name and picture under the names of the wire. */
  about: Record<string, string>
}
