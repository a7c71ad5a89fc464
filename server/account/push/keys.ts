// The one pair of keys that signs for us at push services: made at the first start, sealed by the master key.
import type { Db } from '../../db/pool.ts'
import { keepFirstPushKeys, readPushKeys } from '../../db/push-keys.ts'
import { type Key, seal, unseal } from '../../seal.ts'
import { newPushKeys, type PushKeys } from './web-push.ts'

export async function openPushKeys(db: Db, master: Key, now: Date): Promise<PushKeys> {
  const row = (await readPushKeys(db)) ?? (await keepFirstPushKeys(db, newRow(master, now)))
  return { publicKey: row.public_key, privateKey: unseal(master, row.sealed_private, placeOf(row.public_key)).toString() }
}

function newRow(master: Key, now: Date) {
  const { publicKey, privateKey } = newPushKeys()
  const sealed = seal(master, Buffer.from(privateKey), placeOf(publicKey))
  return { public_key: publicKey, sealed_private: sealed, created_at: now }
}

/** No person owns it. */
const placeOf = (publicKey: string) => ({ userId: 'push', row: publicKey, column: 'sealed_private' })
