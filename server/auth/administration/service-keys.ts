// Creates service keys: tokens that may administer users, shown once and revocable by id.
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

/** Only the id is stored: a lost token must be replaced. */
export async function createServiceKey(db: Db, keys: TokenKeys, days: number, now: Date): Promise<ServiceKey> {
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + days * dayMs)
  await insertServiceKey(db, { id, created_at: now, expires_at: expiresAt })
  const toUnixSeconds = (at: Date) => Math.floor(at.getTime() / 1000)
  return { id, expiresAt, token: await keys.sign({ role: 'service_role', jti: id }, toUnixSeconds(now), toUnixSeconds(expiresAt)) }
}
