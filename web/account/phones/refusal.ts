// Picks the message for an error about a phone code.
import type { AuthRefusal } from '../../session/session.tsx'

const byCode = {
  over_sms_send_rate_limit: 'wait',
  phone_exists: 'taken',
  mfa_verified_factor_exists: 'known',
  validation_failed: 'numberWrong',
  otp_expired: 'codeWrong',
  mfa_verification_failed: 'codeWrong',
  mfa_challenge_expired: 'codeWrong',
  mfa_ip_address_mismatch: 'codeWrong',
} as const

/** A key of core/words/<language>/byphone.json, or of account.json for errors of the service itself. */
export function phoneRefusalKey({ status, code }: AuthRefusal) {
  const key = Object.entries(byCode).find(([name]) => name === code)?.[1]
  if (key) return { catalog: 'byphone', key } as const
  if (code === 'captcha_missing') return { catalog: 'account', key: 'captcha.missing' } as const
  if (code === 'captcha_failed') return { catalog: 'account', key: 'captcha.refused' } as const
  if (code === 'signup_disabled') return { catalog: 'account', key: 'signUp.closed' } as const
  if (status === 429) return { catalog: 'account', key: 'tooMany' } as const
  if (!status) return { catalog: 'account', key: 'unreachable' } as const
  // The client keeps only the status of a 503.
  if (status >= 500) return { catalog: 'byphone', key: 'unsent' } as const
  return { catalog: 'byphone', key: code === 'sms_send_failed' ? 'unreached' : 'refused' } as const
}

/** WhatsApp did not respond; the code may have been sent anyway. */
export const mayArrive = ({ status }: AuthRefusal): boolean => status !== undefined && status >= 500
