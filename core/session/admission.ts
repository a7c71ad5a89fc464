// What becomes of somebody whom a provider vouches for: signed in, joined with who has the address here, made anew, or refused.

/** A person here, as far as the decision needs it. */
export interface KnownUser {
  userId: string
  email: string | null
  isConfirmed: boolean
  /** The address was shown to be theirs: by a letter that was opened, or by a provider that vouches for it. */
  hasProven: boolean
}

export interface ProviderSignIn {
  /** Whose this identity is already, by issuer and subject. */
  owner: KnownUser | null
  /** Who has the address that the provider names. */
  holder: KnownUser | null
  email: string | null
  /** The provider says that the address is theirs. */
  isVerified: boolean
  isOpen: boolean
  /** This instance takes every new address as confirmed. */
  autoconfirm: boolean
}

/**
 * `join` adds the identity to the holder; `take_over` does too, and drops every way in that was made before the address was
 * proven: whoever made it may be waiting there. `ask` and `create_to_ask` send a letter, and sign nobody in.
 */
export type Admission =
  | { kind: 'sign_in' | 'join' | 'take_over' | 'ask'; userId: string }
  | { kind: 'create' | 'create_to_ask' }
  | { kind: 'refuse'; code: 'email_address_not_provided' | 'provider_email_needs_verification' | 'signup_disabled' }

export function admit(arrival: ProviderSignIn): Admission {
  const { owner, holder, email, isVerified, isOpen, autoconfirm } = arrival
  if (owner) return readmit(owner, arrival)
  if (!email) return { kind: 'refuse', code: 'email_address_not_provided' }
  // What nobody vouches for opens no account that is there.
  if (holder && !isVerified) return { kind: 'refuse', code: 'provider_email_needs_verification' }
  if (holder) return { kind: holder.hasProven ? 'join' : 'take_over', userId: holder.userId }
  if (!isOpen) return { kind: 'refuse', code: 'signup_disabled' }
  return { kind: isVerified || autoconfirm ? 'create' : 'create_to_ask' }
}

/** An identity that is known opens its account, unless the address of that account still waits for its letter. */
function readmit(owner: KnownUser, { email, isVerified }: ProviderSignIn): Admission {
  if (owner.isConfirmed || owner.email === null) return { kind: 'sign_in', userId: owner.userId }
  if (isVerified && email === owner.email) return { kind: 'take_over', userId: owner.userId }
  return { kind: 'ask', userId: owner.userId }
}
