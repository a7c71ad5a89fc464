// Opens the key pair that signs our web push requests: created at first start, sealed with the master key.
import type { Db } from '../../foundation/db/pool.ts'
import { readPushKeys, saveFirstPushKeys } from '../../foundation/db/push-keys.ts'
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'
import { newPushKeys, type PushKeys } from './web-push.ts'

export async function openPushKeys(db: Db, master: SealKey, now: Date): Promise<PushKeys> {
  const row = (await readPushKeys(db)) ?? (await saveFirstPushKeys(db, await newRow(master, now)))
  return { publicKey: row.public_key, privateKey: unseal(master, row.sealed_private, pushKeyContext(row.public_key)).toString() }
}

async function newRow(master: SealKey, now: Date) {
  const { publicKey, privateKey } = await newPushKeys()
  const sealed = seal(master, Buffer.from(privateKey), pushKeyContext(publicKey))
  return { public_key: publicKey, sealed_private: sealed, created_at: now }
}

/** The key belongs to no user. */
export const pushKeyContext = (publicKey: string) => ({ userId: 'push', row: publicKey, column: 'sealed_private' })
