// Which sentence answers a refusal of the auth service; none of them tells whether an address is known.
import type { Refused } from '../session.tsx'

type Deed = 'signIn' | 'signUp' | 'recover' | 'password' | 'code' | 'factor' | 'passkey' | 'profile' | 'email'

const byCode = {
  signup_disabled: 'signUp.closed',
  email_address_invalid: 'email.wrong',
  weak_password: 'password.weak',
  same_password: 'password.same',
  mfa_verification_failed: 'code.wrong',
  mfa_challenge_expired: 'code.late',
  mfa_factor_name_conflict: 'factor.nameTaken',
  too_many_enrolled_mfa_factors: 'factor.tooMany',
} as const

/** Refusals of a proof, which for a key says nothing about codes. */
const proofs = new Set(['mfa_verification_failed', 'mfa_challenge_expired'])

export function refusalKey({ status, code }: Refused, deed: Deed) {
  if (status === 429) return 'tooMany'
  if (!status || status >= 500) return 'unreachable'
  if (code === 'captcha_failed') return 'captcha.refused'
  if (deed === 'signIn') return 'signIn.refused'
  if (deed === 'passkey' && code !== undefined && proofs.has(code)) return 'passkey.refused'
  const known = Object.entries(byCode).find(([name]) => name === code)?.[1]
  return known ?? (`${deed}.refused` as const)
}
