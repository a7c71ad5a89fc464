// Keeps what was set aside because it always fails: what kind of thing, its id, and the class of the error, never its content.
import { sql } from 'kysely'
import pg from 'pg'
import type { Failures } from '../../../core/delivery/set-aside.ts'
import { setAsideTotal } from '../http/metrics.ts'
import type { Log } from '../log.ts'
import type { Db, Tx } from './pool.ts'

export const setAsideKinds = ['inbound', 'email', 'webhook', 'delivery', 'notification', 'escalation', 'filter'] as const
type SetAsideKind = (typeof setAsideKinds)[number]

interface FailingItem {
  kind: SetAsideKind
  id: string
}

/** Counts a failure of this item, which is still tried. */
export async function countFailure(db: Db, { kind, id }: FailingItem, error: unknown, now: Date): Promise<Failures> {
  const { rows } = await sql<{ attempts: number; first_at: Date }>`
    insert into set_aside (kind, id, error, attempts, first_at) values (${kind}, ${id}, ${errorClass(error)}, 1, ${now})
    on conflict (kind, id) do update set attempts = set_aside.attempts + 1, error = excluded.error
    returning attempts, first_at`.execute(db)
  return { attempts: rows[0]?.attempts ?? 1, firstAt: rows[0]?.first_at ?? now }
}

/** Records that nobody tries this item any more, and says so to the operator. */
export async function setAside(
  { db, log }: { db: Db; log: Pick<Log, 'error'> },
  { kind, id }: FailingItem,
  error: unknown,
  now: Date,
): Promise<void> {
  setAsideTotal.inc({ kind })
  log.error({ kind, id, error: errorClass(error) }, 'something that always fails was set aside')
  const item = { kind, id, error: errorClass(error), attempts: 1, first_at: now, set_aside_at: now }
  await db
    .insertInto('set_aside')
    .values(item)
    .onConflict(c => c.columns(['kind', 'id']).doUpdateSet({ error: item.error, set_aside_at: now }))
    .execute()
}

/** These succeeded after all, or were erased. */
export async function forgetFailures(db: Db | Tx, kind: SetAsideKind, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('set_aside').where('kind', '=', kind).where('id', 'in', ids).execute()
}

/** Of an account that is erased: some ids name its user. */
export async function forgetFailuresOf(tx: Tx, userId: string): Promise<void> {
  await sql`delete from set_aside where position(${userId} in id) > 0`.execute(tx)
}

export interface SetAsideCount {
  kind: string
  count: number
  /** The most frequent class of error. */
  error: string
  newestAt: Date
}

/** What was set aside since then, by kind. */
export async function countSetAsideSince(db: Db, since: Date): Promise<SetAsideCount[]> {
  const { rows } = await sql<SetAsideCount>`
    select kind, count(*)::int as count, mode() within group (order by error) as error, max(set_aside_at) as "newestAt"
    from set_aside where set_aside_at >= ${since} group by kind order by kind`.execute(db)
  return rows
}

/** Forgets what was set aside, or failed first, before then. */
export async function sweepSetAside(db: Db, before: Date): Promise<void> {
  await sql`delete from set_aside where coalesce(set_aside_at, first_at) < ${before}`.execute(db)
}

/** Its name, and PostgreSQL's code where it has one: a message may quote what somebody wrote. */
export function errorClass(error: unknown): string {
  if (error instanceof pg.DatabaseError) return `DatabaseError ${error.code ?? ''}`.trim()
  return error instanceof Error ? error.name : typeof error
}
