// SQL that marks attempts as dispatched: if a sender dies before the mark, nothing was sent; after it, nobody knows.
import { sql } from 'kysely'
import { outcome } from '../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'

export interface AttemptKey {
  deliveryId: string
  attempt: number
}

export interface DispatchMark extends AttemptKey {
  userId: string
  /** What was sent before it with the same claim; its outcome is recorded with the others of the claim. */
  before: (AttemptKey & { wamid: string }) | null
}

/**
 * Called right before the requests. False if the attempt has ended because its claim ran out: then nothing may be sent. Also notes that
 * the message before it has gone, so that a sender who dies now leaves no doubt about that one.
 */
export async function markDispatched(db: Db, marks: DispatchMark[], now: Date): Promise<boolean[]> {
  const rows = marks.map(({ userId, deliveryId, attempt, before }) => ({
    ...{ user_id: userId, id: deliveryId, n: attempt },
    ...{ before_id: before?.deliveryId ?? null, before_n: before?.attempt ?? null, before_wamid: before?.wamid ?? null },
  }))
  const { rows: marked } = await sql<{ delivery_id: string }>`
    with mark as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as m (user_id uuid, id uuid, n int, before_id uuid, before_n int, before_wamid text)
    ),
    before as (
      update attempts a set ended_at = ${now}, outcome = ${outcome('sent')}, wamid = m.before_wamid
      from mark m where a.user_id = m.user_id and a.delivery_id = m.before_id and a.n = m.before_n and a.ended_at is null
    )
    update attempts a set dispatched_at = ${now}
    from mark m where a.user_id = m.user_id and a.delivery_id = m.id and a.n = m.n and a.ended_at is null
    returning a.delivery_id`.execute(db)
  const ours = new Set(marked.map(row => row.delivery_id))
  return marks.map(({ deliveryId }) => ours.has(deliveryId))
}

/** How far an attempt got. `sent`: its outcome is known. Locks it until this transaction ends it, so that it is not dispatched meanwhile. */
export async function readDispatch(
  tx: Tx,
  userId: string,
  { deliveryId, attempt }: AttemptKey,
): Promise<{ kind: 'prepared' } | { kind: 'dispatched' } | { kind: 'sent'; wamid: string }> {
  const row = await tx
    .selectFrom('attempts')
    .select(['dispatched_at', 'outcome', 'wamid'])
    .where('user_id', '=', userId)
    .where('delivery_id', '=', deliveryId)
    .where('n', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
  if (row?.outcome === 'sent' && row.wamid !== null) return { kind: 'sent', wamid: row.wamid }
  return { kind: row?.dispatched_at ? 'dispatched' : 'prepared' }
}
