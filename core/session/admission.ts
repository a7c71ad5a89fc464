// Decides a sign-in through a provider: sign in, join an existing account, create a new one, or refuse.

/** An existing user, reduced to what the decision needs. */
export interface KnownUser {
  userId: string
  email: string | null
  isConfirmed: boolean
  /** The address was verified, by opening an email or by a trusted provider. */
  hasProven: boolean
}

export interface ProviderSignIn {
  /** The user who already has this identity, by issuer and subject. */
  owner: KnownUser | null
  /** The user who has the provider's email address. */
  holder: KnownUser | null
  email: string | null
  /** The provider has verified the address. */
  isVerified: boolean
  isOpen: boolean
  /** This instance treats every new address as confirmed. */
  autoconfirm: boolean
}

/**
 * `join` adds the identity to the holder. `take_over` also removes all earlier sign-in methods, because somebody else may have created
 * them before the address was verified. `ask` and `create_to_ask` send a confirmation email without signing in.
 */
export type Admission =
  | { kind: 'sign_in' | 'join' | 'take_over' | 'ask'; userId: string }
  | { kind: 'create' | 'create_to_ask' }
  | { kind: 'refuse'; code: 'email_address_not_provided' | 'provider_email_needs_verification' | 'signup_disabled' }

export function admit(signIn: ProviderSignIn): Admission {
  const { owner, holder, email, isVerified, isOpen, autoconfirm } = signIn
  if (owner) return readmit(owner, signIn)
  if (!email) return { kind: 'refuse', code: 'email_address_not_provided' }
  // An unverified address does not open an existing account.
  if (holder && !isVerified) return { kind: 'refuse', code: 'provider_email_needs_verification' }
  if (holder) return { kind: holder.hasProven ? 'join' : 'take_over', userId: holder.userId }
  if (!isOpen) return { kind: 'refuse', code: 'signup_disabled' }
  return { kind: isVerified || autoconfirm ? 'create' : 'create_to_ask' }
}

/** A known identity opens its account, unless the account's address is still unconfirmed. */
function readmit(owner: KnownUser, { email, isVerified }: ProviderSignIn): Admission {
  if (owner.isConfirmed || owner.email === null) return { kind: 'sign_in', userId: owner.userId }
  if (isVerified && email === owner.email) return { kind: 'take_over', userId: owner.userId }
  return { kind: 'ask', userId: owner.userId }
}
