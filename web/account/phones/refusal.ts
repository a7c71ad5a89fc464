// Which sentence answers what was refused about a code for a phone.
import type { Refused } from '../../session.tsx'

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

/** A key of core/words/<language>/byphone.json, or of account.json where the whole service is meant. */
export function phoneRefusal({ status, code }: Refused) {
  const known = Object.entries(byCode).find(([name]) => name === code)?.[1]
  if (known) return { room: 'byphone', key: known } as const
  if (code === 'captcha_missing') return { room: 'account', key: 'captcha.missing' } as const
  if (code === 'captcha_failed') return { room: 'account', key: 'captcha.refused' } as const
  if (code === 'signup_disabled') return { room: 'account', key: 'signUp.closed' } as const
  if (status === 429) return { room: 'account', key: 'tooMany' } as const
  if (!status) return { room: 'account', key: 'unreachable' } as const
  // The client keeps nothing of a 503 but its number.
  if (status >= 500) return { room: 'byphone', key: 'unsent' } as const
  return { room: 'byphone', key: code === 'sms_send_failed' ? 'unreached' : 'refused' } as const
}

/** WhatsApp did not answer: the code may have left all the same. */
export const mayArrive = ({ status }: Refused): boolean => status !== undefined && status >= 500
