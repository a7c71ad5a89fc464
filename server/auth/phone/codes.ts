// Creates and redeems one-time codes for phones; codes are stored before they are sent.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { keyedDigest, randomCode } from '../../foundation/seal.ts'
import { tryCode, useCode } from '../code-store.ts'
import type { AuthDeps } from '../deps.ts'
import { savePhoneCode } from './store.ts'

export type PhoneCode = Row<'phone_codes'>

interface CodeRequest {
  kind: PhoneCode['kind']
  /** The receiving number. */
  phone: string
  /** Keeps the password of an unconfirmed account, because its owner receives this code. */
  keepsPassword?: boolean
}

/** Stores a code in the caller's transaction and returns it; the caller sends it after the commit. */
export async function createPhoneCode(deps: AuthDeps, tx: Tx, userId: string, request: CodeRequest): Promise<string> {
  const { kind, phone, keepsPassword = false } = request
  const code = newCode()
  await savePhoneCode(tx, userId, {
    kind,
    phone,
    code_hash: hashPhoneCode(deps, [userId, kind, phone], code),
    keeps_password: keepsPassword,
    created_at: deps.now(),
  })
  return code
}

/** Redeems a code; null when it is wrong, used, expired, or was tried too often. A wrong attempt counts when the caller commits. */
export async function redeemPhoneCode(
  deps: AuthDeps,
  tx: Tx,
  userId: string,
  { kind, phone }: Pick<CodeRequest, 'kind' | 'phone'>,
  code: string,
): Promise<PhoneCode | null> {
  const stored = await tryCode(tx, userId, 'phone_codes', kind)
  if (!stored || stored.attempts > deps.switches.oneTimeAttempts) return null
  if (deps.now().getTime() - stored.created_at.getTime() >= deps.switches.phoneCodeMs) return null
  if (stored.phone !== phone || !stored.code_hash.equals(hashPhoneCode(deps, [userId, kind, phone], code))) return null
  await useCode(tx, userId, 'phone_codes', kind, deps.now())
  return stored
}

export const newCode = (): string => randomCode(6, '0123456789')

/** Keyed, because six digits are easily guessed from a plain digest. `context` binds it to one use. */
export const hashPhoneCode = (deps: AuthDeps, context: string[], code: string): Buffer =>
  keyedDigest(deps.master, JSON.stringify(['phone code', ...context, code]))
