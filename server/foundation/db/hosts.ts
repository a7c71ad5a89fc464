// SQL for the hosts of the service and the errors that they logged.
import { type RawBuilder, sql } from 'kysely'
import type { LoggedGroup } from '../recent-errors.ts'
import type { Db } from './pool.ts'
import type { NewRow } from './tables.ts'

const silentHostKeptMs = 86_400_000
const errorsKeptMs = 7 * 86_400_000

/** Writes the row of a host, and removes those that have been silent for a day. */
export async function saveHeartbeat(db: Db, host: NewRow<'hosts'>): Promise<void> {
  const { id: _, ...changed } = host
  await db
    .insertInto('hosts')
    .values(host)
    .onConflict(c => c.column('id').doUpdateSet(changed))
    .execute()
  await db.deleteFrom('hosts').where('beat_at', '<', before(host.beat_at, silentHostKeptMs)).execute()
}

/** A host that stops is not a silent one. */
export async function removeHost(db: Db, id: string): Promise<void> {
  await db.deleteFrom('hosts').where('id', '=', id).execute()
}

/** Adds to the groups of a host; groups that nothing was added to for a week are dropped. */
export async function saveErrorGroups(db: Db, host: string, groups: readonly LoggedGroup[], now: Date): Promise<void> {
  if (groups.length > 0)
    await db
      .insertInto('error_groups')
      .values(groups.map(group => toRow(host, group)))
      .onConflict(c => c.columns(['host', 'fingerprint']).doUpdateSet({ count: addCount, last_at: e => e.ref('excluded.last_at') }))
      .execute()
  await db.deleteFrom('error_groups').where('last_at', '<', before(now, errorsKeptMs)).execute()
}

const toRow = (host: string, { fingerprint, level, message, count, firstAt, lastAt }: LoggedGroup): NewRow<'error_groups'> => ({
  ...{ host, fingerprint, level, message, count },
  ...{ first_at: firstAt, last_at: lastAt },
})

const addCount: RawBuilder<string> = sql`error_groups.count + excluded.count`

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)
