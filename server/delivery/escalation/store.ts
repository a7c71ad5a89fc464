// SQL for one user's escalations: messages that go from phone to phone until acknowledged.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { type ChainPhone, type Escalation, EscalationState, EscalationStep } from '../../../core/delivery/escalation.ts'
import { State, waitingStates } from '../../../core/delivery/states.ts'
import { Digest, QuietHours } from '../../../core/filters/action.ts'
import type { Chain } from '../../../core/filters/decide.ts'
import { Redact } from '../../../core/filters/redact/redact.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'

/** How a message may go to a phone, kept for the phones that are tried later. */
export const ForwardPreferences = z.object({
  isUrgent: z.boolean(),
  digest: z.nullable(Digest),
  quiet: z.nullable(QuietHours),
  perHour: z.nullable(z.number()),
})

/** A step with what its email may show there, and how it may go, as the filters of its hour asked. */
const KeptStep = z.extend(EscalationStep, {
  show: z.nullable(z.enum(['headers', 'summary', 'full'])),
  redact: z.nullable(Redact),
  preferences: ForwardPreferences,
})
export type KeptStep = z.infer<typeof KeptStep>

export interface KeptEscalation extends Escalation {
  id: string
  messageId: string
  filterId: string
  steps: KeptStep[]
  version: number
}

/** `destinationId`: the first that is linked, where the email is on its way. */
export interface NewEscalation {
  messageId: string
  destinationId: string
  chain: Chain
}

/** After their first deliveries, in the same transaction: due at once, so that what is in their way is seen. */
export async function beginEscalations(tx: Tx, userId: string, begun: NewEscalation[], now: Date): Promise<void> {
  for (const { messageId, destinationId, chain } of begun) {
    const id = newId(now)
    const steps = chain.steps.map(({ isLinked, ...step }) => ({
      ...step,
      askedAt: step.destinationId === destinationId ? now.toISOString() : null,
      end: null,
      endedAt: null,
    }))
    const at = steps.findIndex(step => step.askedAt)
    // Those before the first that is linked are passed over from the start.
    const passed = steps.map((step, i) => (i < at ? { ...step, end: 'not_linked', endedAt: now.toISOString() } : step))
    await tx
      .insertInto('escalations')
      .values({
        ...{ user_id: userId, id, message_id: messageId, filter_id: chain.filterId, state: 'open', steps: JSON.stringify(passed) },
        ...{ after_minutes: chain.afterMinutes, then_email: chain.thenEmail, next_at: now, created_at: now },
      })
      .execute()
    await tie(tx, userId, id, { messageId, destinationId })
  }
}

/** What becomes of the email on its way there is told to the escalation from now on. */
export async function tie(tx: Tx, userId: string, id: string, { messageId, destinationId }: { messageId: string; destinationId: string }) {
  await tx
    .updateTable('deliveries')
    .set({ escalation_id: id })
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .where('destination_id', '=', destinationId)
    .where('kind', '=', 'mail')
    .where('escalation_id', 'is', null)
    .execute()
}

/** Not locked: deliveries are locked before it, and what is written asks for the version that was read. */
export async function readEscalation(db: Db, userId: string, id: string): Promise<KeptEscalation | null> {
  const row = await db.selectFrom('escalations').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return row
    ? {
        ...{ id, messageId: row.message_id, filterId: row.filter_id, version: row.version },
        ...{ afterMinutes: row.after_minutes, thenEmail: row.then_email, state: EscalationState.parse(row.state) },
        steps: z.array(KeptStep).parse(row.steps),
      }
    : null
}

/** False where somebody has changed it since it was read. */
export async function writeEscalation(
  tx: Tx,
  userId: string,
  escalation: KeptEscalation,
  nextAt: Date | null,
  now: Date,
): Promise<boolean> {
  const { id, version, state, steps } = escalation
  const written = await tx
    .updateTable('escalations')
    .set({
      ...{ state, steps: JSON.stringify(steps), version: version + 1, next_at: nextAt },
      ...(state !== 'open' && { ended_at: now }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return written.numUpdatedRows > 0n
}

/** How these phones and the email on its way to them stand. */
export async function seenOf(db: Db, userId: string, messageId: string, destinationIds: string[], now: Date): Promise<ChainPhone[]> {
  const rows = await db
    .selectFrom('destinations as p')
    .leftJoin('deliveries as d', j =>
      j
        .onRef('d.user_id', '=', 'p.user_id')
        .onRef('d.destination_id', '=', 'p.id')
        .on('d.message_id', '=', messageId)
        .on('d.kind', '=', 'mail'),
    )
    .where('p.user_id', '=', userId)
    .where('p.id', 'in', destinationIds)
    .select(['p.id', 'p.state as phone', 'p.paused_until', 'd.state', 'd.reason', 'd.wait_until', 'd.read_at', 'd.acknowledged_at'])
    .execute()
  return destinationIds.map(destinationId => {
    const row = rows.find(one => one.id === destinationId)
    if (!row) return { destinationId, phone: 'removed', delivery: null }
    const isResting = row.phone === 'linked' && row.paused_until !== null && row.paused_until > now
    const delivery = row.state === null ? null : State.parse(row.state)
    return {
      destinationId,
      phone: isResting ? 'resting' : row.phone,
      delivery: delivery && {
        state: delivery,
        reason: row.reason,
        waitUntil: row.wait_until,
        readAt: row.read_at,
        acknowledgedAt: row.acknowledged_at,
      },
    }
  })
}

/** The ids of what has not left for these phones, of those that the escalation itself sent. */
export async function waitingOfEscalation(
  db: Db,
  userId: string,
  { id, filterId, messageId }: KeptEscalation,
  destinationIds: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .where('escalation_id', '=', id)
    .where('filter_id', '=', filterId)
    .where('destination_id', 'in', destinationIds)
    .where('state', 'in', waitingStates)
    .execute()
  return rows.map(row => row.id)
}

/** Somebody is to say that they have it. */
export async function isCall(db: Db, userId: string, deliveryId: string): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries as d')
    .innerJoin('escalations as e', j => j.onRef('e.user_id', '=', 'd.user_id').onRef('e.id', '=', 'd.escalation_id'))
    .where('d.user_id', '=', userId)
    .where('d.id', '=', deliveryId)
    .where('e.state', '=', 'open')
    .select('e.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Its person said that they have it; said again, the first time stands. `gone`: there is no such email. */
export async function acknowledge(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'noted' | 'gone'> {
  const row = await tx
    .updateTable('deliveries')
    .set({ acknowledged_at: sql`coalesce(acknowledged_at, ${now})` })
    .where('user_id', '=', userId)
    .where('id', '=', deliveryId)
    .where('kind', 'in', ['mail', 'shown'])
    .returning(['escalation_id', 'message_id', 'destination_id', 'kind'])
    .executeTakeFirst()
  if (!row) return 'gone'
  if (row.escalation_id) await wakeEscalations(tx, userId, [row.escalation_id], now)
  return 'noted'
}

/** Something has happened to an email of these: they are looked at, whatever was read of them before. The last lock of all. */
export async function wakeEscalations(tx: Tx, userId: string, ids: string[], now: Date): Promise<void> {
  await sql`
    update escalations set next_at = ${now}, version = version + 1 where (user_id, id) in (
      select user_id, id from escalations where user_id = ${userId} and id = any(${ids}::uuid[]) and state = 'open'
      order by id for update)`.execute(tx)
}
