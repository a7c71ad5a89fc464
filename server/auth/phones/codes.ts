// Codes for phones: made before they are sent, so that what arrives works, and redeemed once.
import type { Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import { keyedDigest, randomCode } from '../../seal.ts'
import type { AuthParts } from '../parts.ts'
import { keepPhoneCode, tryPhoneCode, usePhoneCode } from './store.ts'

export type PhoneCode = Row<'phone_codes'>

interface Wanted {
  kind: PhoneCode['kind']
  /** The receiver. */
  phone: string
  /** The password beside a number that nobody has confirmed was chosen by whoever gets this code. */
  keepsPassword?: boolean
}

/** Keeps a code in the caller's transaction and returns it; sending it is the caller's, after the commit. */
export async function makeCode(parts: AuthParts, tx: Tx, userId: string, wanted: Wanted): Promise<string> {
  const { kind, phone, keepsPassword = false } = wanted
  const code = newCode()
  await keepPhoneCode(tx, userId, {
    kind,
    phone,
    code_hash: codeHash(parts, [userId, kind, phone], code),
    keeps_password: keepsPassword,
    created_at: parts.now(),
  })
  return code
}

/** Redeems a code; null when it is wrong, used, too old, or was tried too often. A wrong try counts when the caller commits. */
export async function redeemPhoneCode(
  parts: AuthParts,
  tx: Tx,
  userId: string,
  { kind, phone }: Pick<Wanted, 'kind' | 'phone'>,
  code: string,
): Promise<PhoneCode | null> {
  const kept = await tryPhoneCode(tx, userId, kind)
  if (!kept || kept.attempts > parts.switches.oneTimeAttempts) return null
  if (parts.now().getTime() - kept.created_at.getTime() >= parts.switches.phoneCodeMs) return null
  if (kept.phone !== phone || !kept.code_hash.equals(codeHash(parts, [userId, kind, phone], code))) return null
  await usePhoneCode(tx, userId, kind, parts.now())
  return kept
}

export const newCode = (): string => randomCode(6, '0123456789')

/** Six digits are soon guessed from a plain digest: without the master key this one says nothing. `place` binds it to one use. */
export const codeHash = (parts: AuthParts, place: string[], code: string): Buffer =>
  keyedDigest(parts.master, JSON.stringify(['phone code', ...place, code]))
