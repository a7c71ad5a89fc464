// The keys of the log's chain: random, sealed with the master key, and replaceable without breaking the chain.
import type { Db } from '../../foundation/db/pool.ts'
import { newId, newKey, type SealKey, seal, unseal } from '../../foundation/seal.ts'

export interface LogKey {
  id: string
  key: SealKey
}

export interface LogKeys {
  /** The newest key; creates one if there is none. */
  current(db: Db, now: Date): Promise<LogKey>
  /** The key with this id, or null when it is gone or was not sealed by our master key. */
  find(db: Db, id: string): Promise<SealKey | null>
  /** Creates a new key for future entries. */
  add(db: Db, now: Date): Promise<LogKey>
}

export const logKeyContext = (id: string) => ({ userId: 'log', row: id, column: 'sealed_key' })

export function openLogKeys(master: SealKey): LogKeys {
  const known = new Map<string, SealKey>()
  const open = (id: string, sealed: Buffer): SealKey => {
    const key = known.get(id) ?? unseal(master, sealed, logKeyContext(id))
    known.set(id, key)
    return key
  }
  const add = async (db: Db, now: Date): Promise<LogKey> => {
    const made = { id: newId(now), key: newKey() }
    await db
      .insertInto('log_keys')
      .values({ id: made.id, sealed_key: seal(master, made.key, logKeyContext(made.id)), created_at: now })
      .execute()
    return made
  }
  return {
    add,
    async current(db, now) {
      const newest = db.selectFrom('log_keys').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1)
      const row = await newest.executeTakeFirst()
      return row ? { id: row.id, key: open(row.id, row.sealed_key) } : add(db, now)
    },
    async find(db, id) {
      const opened = known.get(id)
      if (opened) return opened
      const row = await db.selectFrom('log_keys').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return null
      try {
        return open(id, row.sealed_key)
      } catch {
        return null
      }
    },
  }
}

export const hasLogKeys = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('log_keys').select('id').limit(1).executeTakeFirst()) !== undefined
