// One-time codes for phones: stored before they are sent, and redeemed once.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { keyedDigest, randomCode } from '../../foundation/seal.ts'
import { tryCode, useCode } from '../code-store.ts'
import type { AuthDeps } from '../deps.ts'
import { keepPhoneCode } from './store.ts'

export type PhoneCode = Row<'phone_codes'>

interface Wanted {
  kind: PhoneCode['kind']
  /** The receiver. */
  phone: string
  /** The password beside a number that nobody has confirmed was chosen by whoever gets this code. */
  keepsPassword?: boolean
}

/** Keeps a code in the caller's transaction and returns it; sending it is the caller's, after the commit. */
export async function makeCode(deps: AuthDeps, tx: Tx, userId: string, wanted: Wanted): Promise<string> {
  const { kind, phone, keepsPassword = false } = wanted
  const code = newCode()
  await keepPhoneCode(tx, userId, {
    kind,
    phone,
    code_hash: codeHash(deps, [userId, kind, phone], code),
    keeps_password: keepsPassword,
    created_at: deps.now(),
  })
  return code
}

/** Redeems a code; null when it is wrong, used, too old, or was tried too often. A wrong try counts when the caller commits. */
export async function redeemPhoneCode(
  deps: AuthDeps,
  tx: Tx,
  userId: string,
  { kind, phone }: Pick<Wanted, 'kind' | 'phone'>,
  code: string,
): Promise<PhoneCode | null> {
  const kept = await tryCode(tx, userId, 'phone_codes', kind)
  if (!kept || kept.attempts > deps.switches.oneTimeAttempts) return null
  if (deps.now().getTime() - kept.created_at.getTime() >= deps.switches.phoneCodeMs) return null
  if (kept.phone !== phone || !kept.code_hash.equals(codeHash(deps, [userId, kind, phone], code))) return null
  await useCode(tx, userId, 'phone_codes', kind, deps.now())
  return kept
}

export const newCode = (): string => randomCode(6, '0123456789')

/** Six digits are soon guessed from a plain digest: without the master key this one says nothing. `place` binds it to one use. */
export const codeHash = (deps: AuthDeps, place: string[], code: string): Buffer =>
  keyedDigest(deps.master, JSON.stringify(['phone code', ...place, code]))
