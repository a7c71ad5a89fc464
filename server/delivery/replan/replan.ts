// Handles undelivered messages once a minute: reports them late, and sends them again or by the fallback.
import { z } from 'zod/mini'
import { Fallback } from '../../../core/delivery/fallback.ts'
import { type Replan, replanOf } from '../../../core/delivery/replan.ts'
import { mayCancel } from '../../../core/delivery/states.ts'
import { Redact } from '../../../core/filters/redact/redact.ts'
import { monthOf } from '../../../core/plans/allowance.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { retryTransaction } from '../../foundation/db/retry-transaction.ts'
import { newId } from '../../foundation/seal.ts'
import { ended } from '../outcomes/close.ts'
import { type OnFinal, writeChanges } from '../outcomes/queue.ts'
import { enqueue, pairsOf } from '../queue.ts'
import { type Reserve, sendAgain } from '../resend.ts'
import { getDestination } from '../store.ts'
import { noteUndelivered, takeUndelivered, type UndeliveredRow } from './owners.ts'

/** An email that goes to its person as an email. `phone`: the name of the one that did not get it. */
export interface UndeliveredEmail {
  messageId: string
  filterId: string | null
  redact: Redact | null
  phone: string
}

export interface ReplanDeps {
  reserve: Reserve
  onFinal: OnFinal
  /** Keeps letters about these emails with the transaction; false when there is nobody to write to. */
  write(tx: Tx, userId: string, mails: UndeliveredEmail[]): Promise<boolean>
  overdueAfterMs: number
}

const batch = 200
/** A way that is chosen later still takes what failed within a day. */
const failedWithinMs = 24 * 3_600_000

/** Each email that is found is dealt with, so that the next look finds others. Safe on several hosts at once. */
export async function replanDeliveries(db: Db, now: Date, deps: ReplanDeps): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const looked = { now, overdueBefore: before(deps.overdueAfterMs), failedSince: before(failedWithinMs) }
  for (let found = batch; found === batch; ) {
    found = await retryTransaction(db, async tx => {
      const rows = await takeUndelivered(tx, looked, batch)
      for (const [userId, theirs] of Map.groupBy(rows, row => row.user_id)) await replanFor(tx, userId, theirs, now, deps)
      return rows.length
    })
  }
}

type Planned = Replan & { row: UndeliveredRow }

async function replanFor(tx: Tx, userId: string, rows: UndeliveredRow[], now: Date, deps: ReplanDeps): Promise<void> {
  const planned = rows.map(row => ({ row, ...planOf(row, now) }))
  const late = planned.filter(one => one.do === 'late').map(one => one.row.id)
  await noteUndelivered(tx, userId, late, null, now)
  const ways = Map.groupBy(planned.filter(isElsewhere), one => (one.fallback.kind === 'mail' ? 'mail' : one.fallback.id))
  for (const [way, some] of ways) {
    const theirs = some.map(one => one.row)
    if (way === 'mail') await goByMail(tx, userId, theirs, now, deps)
    else await goToPhone(tx, userId, theirs, way, now, deps)
  }
  for (const { row } of planned.filter(one => one.do === 'again')) {
    if ((await sendAgain(tx, userId, row.id, now, deps.reserve, 'own')) !== 'queued')
      await noteUndelivered(tx, userId, [row.id], 'nowhere', now)
  }
}

const planOf = ({ state, reason, attempts, updated_at, fallback }: UndeliveredRow, now: Date): Replan =>
  replanOf({ state, reason, attempts, changedAt: updated_at, fallback: z.nullable(Fallback).parse(fallback) }, now)

const isElsewhere = (one: Planned): one is Planned & { do: 'elsewhere' } => one.do === 'elsewhere'

async function goByMail(tx: Tx, userId: string, rows: UndeliveredRow[], now: Date, deps: ReplanDeps): Promise<void> {
  const mails = rows.map(row => ({
    messageId: row.message_id,
    filterId: row.filter_id,
    redact: redactOf(row),
    phone: row.destination_name,
  }))
  if (await deps.write(tx, userId, mails)) await went(tx, userId, rows, 'mail', now, deps)
  else await noteUndelivered(tx, userId, idsOf(rows), 'nowhere', now)
}

/** What is on its way there already, or was, does not go twice; a phone that gets nothing itself is no other way. */
async function goToPhone(
  tx: Tx,
  userId: string,
  rows: UndeliveredRow[],
  destinationId: string,
  now: Date,
  deps: ReplanDeps,
): Promise<void> {
  const other = await getDestination(tx, userId, destinationId)
  const known = await pairsOf(tx, userId, [...new Set(rows.map(row => row.message_id))])
  const fresh = other?.state === 'linked' ? rows.filter(row => !known.has(`${row.message_id} ${destinationId}`)) : []
  const month = monthOf(now)
  const given = fresh.length > 0 ? await deps.reserve(tx, userId, month, fresh.length) : 0
  const deliveries = fresh.map((row, i) => ({
    ...{ id: newId(now), messageId: row.message_id, filterId: row.filter_id, destinationId, usageMonth: month },
    ...{ redact: redactOf(row), show: row.show, files: row.files, urgent: row.urgent, folds: row.for_digest },
    held: i < given ? null : ('allowance_used' as const),
  }))
  const enqueued = new Set(await enqueue(tx, userId, deliveries, now))
  for (const { id, held } of deliveries) if (held === null && !enqueued.has(id)) await deps.onFinal(tx, userId, month, 'released')
  const gone = fresh.filter((_, i) => enqueued.has(deliveries[i]?.id ?? ''))
  await went(tx, userId, gone, 'destination', now, deps)
  await noteUndelivered(tx, userId, idsOf(rows.filter(row => !gone.includes(row))), 'nowhere', now)
}

/** What waited for a phone that is dead waits no more; what the messenger has, or has announced, may still arrive. */
async function went(
  tx: Tx,
  userId: string,
  rows: UndeliveredRow[],
  way: 'destination' | 'mail',
  now: Date,
  deps: ReplanDeps,
): Promise<void> {
  await noteUndelivered(tx, userId, idsOf(rows), way, now)
  const waiting = rows.filter(row => row.destination_state === 'unreachable' && mayCancel(row.state))
  const ends = waiting.map(row => ended(row, { state: 'cancelled', reason: 'replaced' }, now))
  await writeChanges(tx, ends, now, deps.onFinal)
}

const redactOf = ({ redact }: UndeliveredRow): Redact | null => z.nullable(Redact).parse(redact)

const idsOf = (rows: UndeliveredRow[]): string[] => rows.map(row => row.id)
