// Picks the message for an error from the auth service, without revealing whether an address has an account.
import type { AuthRefusal } from '../session/session.tsx'

type AuthAction = 'signIn' | 'signUp' | 'recover' | 'password' | 'code' | 'factor' | 'passkey' | 'passkeySignIn' | 'profile' | 'email'

const byCode = {
  signup_disabled: 'signUp.closed',
  email_address_invalid: 'email.wrong',
  weak_password: 'password.weak',
  same_password: 'password.same',
  mfa_verification_failed: 'code.wrong',
  mfa_challenge_expired: 'code.late',
  mfa_factor_name_conflict: 'factor.nameTaken',
  too_many_enrolled_mfa_factors: 'factor.tooMany',
  too_many_passkeys: 'passkey.tooMany',
  webauthn_credential_exists: 'passkey.known',
} as const

/** Error codes of a failed verification, which for a passkey must not mention codes. */
const verificationErrors = new Set(['mfa_verification_failed', 'mfa_challenge_expired'])

export function refusalKey({ status, code }: AuthRefusal, action: AuthAction) {
  if (status === 429) return 'tooMany'
  if (!status || status >= 500) return 'unreachable'
  if (code === 'captcha_failed') return 'captcha.refused'
  if (action === 'signIn') return 'signIn.refused'
  if (action === 'passkey' && code !== undefined && verificationErrors.has(code)) return 'passkey.refused'
  const key = Object.entries(byCode).find(([name]) => name === code)?.[1]
  return key ?? (`${action}.refused` as const)
}
