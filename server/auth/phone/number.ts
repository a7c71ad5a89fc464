// Parses phone numbers in the auth API: digits of E.164, without plus or spaces.

import type { AuthDeps } from '../deps.ts'
import { refuse } from '../errors.ts'

/** The digits of a number, or null when it is invalid (E.164: at most 15 digits, no leading zero). */
export function toDigits(input: string | null | undefined): string | null {
  const digits = (input ?? '').trim().replace(/^\+/, '').replace(/\s/g, '')
  return /^[1-9]\d{1,14}$/.test(digits) ? digits : null
}

/** The normalized number; throws 400. */
export function readPhone(input: string | null | undefined): string {
  const digits = toDigits(input)
  if (!digits) throw refuse('validation_failed', { message: 'Invalid phone number format (E.164 required)' })
  return digits
}

/** Clients send `sms` by default; codes go by WhatsApp either way. */
export function refuseChannel(channel: string | null | undefined): void {
  if (channel && channel !== 'sms' && channel !== 'whatsapp')
    throw refuse('validation_failed', { message: "Invalid channel, supported values are 'sms' or 'whatsapp'" })
}

/** Throws 400 when phone sign-in is off. */
export function refuseWithoutPhoneSignIn(deps: AuthDeps, message?: string): void {
  if (!deps.sendCode) throw refuse('phone_provider_disabled', message ? { message } : {})
}
