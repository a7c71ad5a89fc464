// The interface of an identity provider: authorization URL, code exchange, id tokens.

export interface IdentityProvider {
  /** The name on the wire and in identities. */
  name: string
  /** The label on buttons. */
  label: string
  authorizationUrl(request: AuthorizationRequest): Promise<string>
  /** `url` is the callback URL; throws unless state, issuer, code, verifier and nonce all belong to this flow. */
  exchange(url: URL, expected: FlowChecks): Promise<ProviderGrant>
  /** Verifies an id token; null when the provider issues none. */
  readIdToken: ReadIdToken | null
}

/** By name. */
export type IdentityProviders = ReadonlyMap<string, IdentityProvider>

/** Throws with a reason when the token was not issued by this provider for us, has expired, or belongs to another access token. */
export type ReadIdToken = (token: string, accessToken: string | null) => Promise<{ profile: Profile; nonce: string | null }>

export interface FlowChecks {
  state: string
  nonce: string
  verifier: string
}

export interface AuthorizationRequest extends FlowChecks {
  redirectUri: string
  /** Scopes in addition to those required for sign-in. */
  scopes: string[]
  parameters: Record<string, string>
}

export interface ProviderGrant {
  profile: Profile
  accessToken: string
  refreshToken: string | null
}

/** A user's profile at a provider. */
export interface Profile {
  issuer: string
  subject: string
  /** Lowercase; null when the provider gives no valid address. */
  email: string | null
  /** Whether the provider has verified the address. */
  isVerified: boolean
  /** Name and picture, under the wire's field names. */
  about: Record<string, string>
}
