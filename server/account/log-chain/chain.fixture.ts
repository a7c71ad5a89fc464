// A log with sealed rows and a clock that tests move.
import { sql } from 'kysely'
import type { Db } from '../../foundation/db/pool.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { recordActivity } from '../log.ts'
import type { ChainDeps } from './ends-owners.ts'
import { openLogKeys } from './keys-owners.ts'
import { sealLogs } from './seal.ts'
import { verifyLogs } from './verify.ts'

const start = Date.UTC(2026, 10, 1)
export const dayMs = 86_400_000

/** Empties the log and its chain; each call begins a log of its own. */
export async function openTestChain(db: Db, master = newKey()) {
  await sql`truncate activity_logs, log_chain, log_chain_ends, log_erasures, log_redactions, log_keys, log_verifications`.execute(db)
  let at = start
  const keys = openLogKeys(master)
  const deps: ChainDeps = { db, keys, now: () => new Date(at) }
  const origin = { email: 'anna@example.org', ip: '192.0.2.7', userAgent: 'a browser', details: { method: 'password' } }
  /** Logs `count` rows, a second apart. */
  const log = async (count: number, userId: string | null = null, name = 'auth.login') => {
    for (let n = 0; n < count; n++) {
      at += 1000
      await recordActivity(db, { ...origin, name, status: 'success', userId, at: new Date(at) })
    }
  }
  return {
    deps,
    keys,
    log,
    now: deps.now,
    wait: (ms: number) => void (at += ms),
    seal: () => sealLogs(deps),
    verify: (copy?: { position: number; hash: Buffer }) => verifyLogs(deps, { copy }),
    readIds: async () => (await db.selectFrom('activity_logs').select('id').orderBy('id').execute()).map(row => row.id),
  }
}

export async function addUser(db: Db): Promise<string> {
  const now = new Date(start)
  const id = newId(now)
  await db
    .insertInto('users')
    .values({
      id,
      email: `${id}@example.org`,
      user_metadata: '{}',
      app_metadata: '{}',
      is_anonymous: false,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
