// Hashes passwords with argon2id; a check takes the same time whether or not an account has a password.
import { hash, verify } from '@node-rs/argon2'
import { inTurns } from '../foundation/in-turns.ts'
import { networkOf } from '../foundation/networks.ts'
import { randomToken } from '../foundation/seal.ts'
import type { BreachCheck } from './breached.ts'
import { isCommonPassword } from './common-passwords.ts'
import { refuse } from './errors.ts'

/** `ip`: of somebody who is not signed in. A password takes a core for a while, so one network has one worked on at a time. */
export interface Passwords {
  hash(password: string, ip?: string): Promise<string>
  /** Takes as long for a missing hash as for a wrong password. */
  isCorrect(password: string, storedHash: string | null | undefined, ip?: string): Promise<boolean>
}

export async function openPasswords(): Promise<Passwords> {
  const decoyHash = await hash(randomToken())
  const takeTurn = inTurns()
  const inTurn = <T>(ip: string | undefined, work: () => Promise<T>) => (ip === undefined ? work() : takeTurn(networkOf(ip), work))
  return {
    hash: (password, ip) => inTurn(ip, () => hash(password)),
    async isCorrect(password, storedHash, ip) {
      const isMatch = await inTurn(ip, () => verify(storedHash ?? decoyHash, password))
      return isMatch && storedHash != null
    },
  }
}

const maxBytes = 72

/** Why a password is too weak; null when it is acceptable. */
export function findWeakness(password: string, min: number): { message: string; reasons: string[] } | null {
  if (Array.from(password).length >= min) return null
  return { message: `Password should be at least ${min} characters.`, reasons: ['length'] }
}

const breached = {
  message: 'Password is known to be weak and easy to guess, please choose a different one.',
  reasons: ['pwned'],
}

/** Throws 400 or 422 when `password` is not acceptable. */
export async function refuseWeak(password: string, min: number, isBreached: BreachCheck): Promise<void> {
  if (Buffer.byteLength(password) > maxBytes) throw refuse('validation_failed', { message: 'Password cannot be longer than 72 characters' })
  const weakness = findWeakness(password, min) ?? (isCommonPassword(password) || (await isBreached(password)) ? breached : null)
  if (weakness) throw refuse('weak_password', { message: weakness.message, details: { reasons: weakness.reasons } })
}
