// Phone numbers on the auth wire: digits of E.164, without plus or spaces.

import type { AuthDeps } from '../deps.ts'
import { refuse } from '../errors.ts'

/** The digits of a number, or null when they are none (E.164: 15 at most, none of them a leading zero). */
export function digitsOf(given: string | null | undefined): string | null {
  const digits = (given ?? '').trim().replace(/^\+/, '').replace(/\s/g, '')
  return /^[1-9]\d{1,14}$/.test(digits) ? digits : null
}

/** The number as we keep it; throws 400. */
export function readPhone(given: string | null | undefined): string {
  const digits = digitsOf(given)
  if (!digits) throw refuse('validation_failed', { message: 'Invalid phone number format (E.164 required)' })
  return digits
}

/** Clients ask for `sms` unless they are told otherwise: a code goes by WhatsApp either way. */
export function refuseChannel(channel: string | null | undefined): void {
  if (channel && channel !== 'sms' && channel !== 'whatsapp')
    throw refuse('validation_failed', { message: "Invalid channel, supported values are 'sms' or 'whatsapp'" })
}

/** Throws 400 where nobody signs in by phone. */
export function refuseWithoutPhones(deps: AuthDeps, message?: string): void {
  if (!deps.sendCode) throw refuse('phone_provider_disabled', message ? { message } : {})
}
