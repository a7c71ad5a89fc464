// Password hashing with argon2id, taking the same time whether or not a hash exists.
import { hash, verify } from '@node-rs/argon2'
import { randomToken } from '../foundation/seal.ts'
import type { BreachCheck } from './breached.ts'
import { refuse } from './errors.ts'

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long for a missing hash as for a wrong password. */
  isRight(password: string, kept: string | null | undefined): Promise<boolean>
}

export async function openPasswords(): Promise<Passwords> {
  const nobody = await hash(randomToken())
  return {
    hash: password => hash(password),
    async isRight(password, kept) {
      const right = await verify(kept ?? nobody, password)
      return right && kept != null
    },
  }
}

const maxBytes = 72

/** Why a password is too weak to be chosen; null when it is not. */
export function weaknessOf(password: string, min: number): { message: string; reasons: string[] } | null {
  if (Array.from(password).length >= min) return null
  return { message: `Password should be at least ${min} characters.`, reasons: ['length'] }
}

const breached = {
  message: 'Password is known to be weak and easy to guess, please choose a different one.',
  reasons: ['pwned'],
}

/** Throws 400 or 422 when `password` may not be chosen. */
export async function refuseWeak(password: string, min: number, isBreached: BreachCheck): Promise<void> {
  if (Buffer.byteLength(password) > maxBytes) throw refuse('validation_failed', { message: 'Password cannot be longer than 72 characters' })
  const weakness = weaknessOf(password, min) ?? ((await isBreached(password)) ? breached : null)
  if (weakness) throw refuse('weak_password', { message: weakness.message, details: { reasons: weakness.reasons } })
}
