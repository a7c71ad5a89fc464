// Codes of an authenticator app (RFC 6238): six digits, SHA-1, a new one each 30 s.
import { TOTP } from 'otpauth'
import type { Row } from '../../db/tables.ts'
import { unseal } from '../../seal.ts'
import type { AuthParts } from '../parts.ts'

const periodSeconds = 30

export const totpOf = (secret: string, name: { label: string; issuer: string }): TOTP =>
  new TOTP({ ...name, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds })

/** The 30 s step that `code` belongs to, one before or after now at most; null when it is wrong. */
export function stepOf(parts: AuthParts, factor: Row<'factors'>, code: string): number | null {
  const secret = unseal(parts.master, factor.sealed_secret, secretPlace(factor.user_id, factor.id)).toString()
  const timestamp = parts.now().getTime()
  const delta = totpOf(secret, { label: '', issuer: '' }).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta
}

export const secretPlace = (userId: string, factorId: string) => ({ userId, row: factorId, column: 'sealed_secret' })
