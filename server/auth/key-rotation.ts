// Rotates the keys that sign access tokens: a new one is added, and an old one removed when nothing that it signed is valid.
import { keyWaitMs, planSigningKeys, type SigningKeyPlan } from '../../core/session/signing-keys.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { dropSigningKeys, insertSigningKey, lockSigningKeys, readSigningKeys } from '../foundation/db/signing-keys.ts'
import type { SealKey } from '../foundation/seal.ts'
import { listServiceKeys } from './administration/owners.ts'
import { newSigningKey } from './keys.ts'

export interface KeyRotation {
  list(): Promise<SigningKeyPlan[]>
  /** Adds a key, which signs as soon as every host knows it; null while another one waits for that. */
  rotate(tx: Tx): Promise<{ previous: string | null; kid: string; signsAt: Date } | null>
  /** Removes the keys that are no longer needed; returns how many. */
  sweep(): Promise<number>
}

interface RotationDeps {
  db: Db
  master: SealKey
  now(): Date
  /** The life of an access token. */
  tokenMs: number
}

export function openKeyRotation({ db, master, now, tokenMs }: RotationDeps): KeyRotation {
  const plan = async (reader: Db, rows: Awaited<ReturnType<typeof readSigningKeys>>) => {
    const keys = rows.map(row => ({ kid: row.kid, createdAt: row.created_at, signsAt: row.signs_at }))
    // A revoked service key is refused by its id, so it needs no key to verify it.
    const valid = (await listServiceKeys(reader)).filter(key => !key.revoked_at)
    return planSigningKeys(
      keys,
      valid.map(key => ({ createdAt: key.created_at, expiresAt: key.expires_at })),
      tokenMs,
      now(),
    )
  }
  return {
    list: async () => plan(db, await readSigningKeys(db)),
    async rotate(tx) {
      const plans = await plan(tx, await lockSigningKeys(tx))
      if (plans.some(key => key.state === 'next')) return null
      const signsAt = new Date(now().getTime() + keyWaitMs)
      const key = await newSigningKey(master, now(), signsAt)
      await insertSigningKey(tx, key)
      return { previous: plans.find(one => one.state === 'signing')?.kid ?? null, kid: key.kid, signsAt }
    },
    sweep: async () =>
      db.transaction().execute(async tx => {
        const over = (await plan(tx, await lockSigningKeys(tx))).filter(key => key.retiresAt && key.retiresAt <= now())
        await dropSigningKeys(
          tx,
          over.map(key => key.kid),
        )
        return over.length
      }),
  }
}
