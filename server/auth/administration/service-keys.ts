// Service keys: tokens that may administer users, created by an operator, shown once, and revoked by id.
import type { Db } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import type { TokenKeys } from '../keys.ts'
import { insertServiceKey } from './owners.ts'

export interface ServiceKey {
  id: string
  token: string
  expiresAt: Date
}

const dayMs = 86_400_000

/** Only the id is kept: who loses the token makes another one. */
export async function makeServiceKey(db: Db, keys: TokenKeys, days: number, now: Date): Promise<ServiceKey> {
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + days * dayMs)
  await insertServiceKey(db, { id, created_at: now, expires_at: expiresAt })
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
  return { id, expiresAt, token: await keys.sign({ role: 'service_role', jti: id }, seconds(now), seconds(expiresAt)) }
}
