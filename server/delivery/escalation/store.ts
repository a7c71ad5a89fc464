// SQL for one user's escalations: emails sent from phone to phone until somebody acknowledges them.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { type ChainPhone, type Escalation, EscalationState, EscalationStep } from '../../../core/delivery/escalation.ts'
import { State, waitingStates } from '../../../core/delivery/states.ts'
import { DigestSchedule, QuietHours } from '../../../core/filters/action.ts'
import type { Chain } from '../../../core/filters/decide.ts'
import { RedactionRules } from '../../../core/filters/redact/redact.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'

/** How an email may be sent, stored for the phones that are tried later. */
export const ForwardPreferences = z.object({
  isUrgent: z.boolean(),
  digest: z.nullable(DigestSchedule),
  quiet: z.nullable(QuietHours),
  perHour: z.nullable(z.number()),
})

/** A step with what the email may show on that phone and how it may be sent, by the filters at the time. */
const SavedStep = z.extend(EscalationStep, {
  show: z.nullable(z.enum(['headers', 'summary', 'full'])),
  redact: z.nullable(RedactionRules),
  preferences: ForwardPreferences,
})
export type SavedStep = z.infer<typeof SavedStep>

export interface SavedEscalation extends Escalation {
  id: string
  messageId: string
  filterId: string
  steps: SavedStep[]
  version: number
}

/** `destinationId`: the first linked phone, to which the email is already on its way. */
export interface NewEscalation {
  messageId: string
  destinationId: string
  chain: Chain
}

/** Runs in the transaction of the first deliveries. Due at once, in case a phone cannot receive. */
export async function beginEscalations(tx: Tx, userId: string, escalations: NewEscalation[], now: Date): Promise<void> {
  for (const { messageId, destinationId, chain } of escalations) {
    const id = newId(now)
    const steps = chain.steps.map(({ isLinked, ...step }) => ({
      ...step,
      askedAt: step.destinationId === destinationId ? now.toISOString() : null,
      end: null,
      endedAt: null,
    }))
    const firstAsked = steps.findIndex(step => step.askedAt)
    // Phones before the first linked one are skipped from the start.
    const savedSteps = steps.map((step, i) => (i < firstAsked ? { ...step, end: 'not_linked', endedAt: now.toISOString() } : step))
    await tx
      .insertInto('escalations')
      .values({
        ...{ user_id: userId, id, message_id: messageId, filter_id: chain.filterId, state: 'open', steps: JSON.stringify(savedSteps) },
        ...{ after_minutes: chain.afterMinutes, then_email: chain.thenEmail, next_at: now, created_at: now },
      })
      .execute()
    await linkToEscalation(tx, userId, id, { messageId, destinationId })
  }
}

/** Changes of this delivery wake the escalation from now on. */
export async function linkToEscalation(
  tx: Tx,
  userId: string,
  id: string,
  { messageId, destinationId }: { messageId: string; destinationId: string },
) {
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

/** Not locked, because deliveries are locked first; writing checks the version instead. */
export async function readEscalation(db: Db, userId: string, id: string): Promise<SavedEscalation | null> {
  const row = await db.selectFrom('escalations').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return row
    ? {
        ...{ id, messageId: row.message_id, filterId: row.filter_id, version: row.version },
        ...{ afterMinutes: row.after_minutes, thenEmail: row.then_email, state: EscalationState.parse(row.state) },
        steps: z.array(SavedStep).parse(row.steps),
      }
    : null
}

/** False if somebody has changed it since it was read. */
export async function writeEscalation(
  tx: Tx,
  userId: string,
  escalation: SavedEscalation,
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

/** News about one of its deliveries still makes it due at once. */
export async function postponeEscalation(db: Db, userId: string, id: string, nextAt: Date): Promise<void> {
  await db
    .updateTable('escalations')
    .set({ next_at: nextAt })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('next_at', 'is not', null)
    .execute()
}

/** The states of these phones and of the email's deliveries to them. */
export async function readChainPhones(
  db: Db,
  userId: string,
  messageId: string,
  destinationIds: string[],
  now: Date,
): Promise<ChainPhone[]> {
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
    const row = rows.find(phone => phone.id === destinationId)
    if (!row) return { destinationId, phone: 'removed', delivery: null }
    const isPaused = row.phone === 'linked' && row.paused_until !== null && row.paused_until > now
    const delivery = row.state === null ? null : State.parse(row.state)
    return {
      destinationId,
      phone: isPaused ? 'resting' : row.phone,
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

/** The ids of the escalation's own deliveries to these phones that have not been sent. */
export async function listWaitingOfEscalation(
  db: Db,
  userId: string,
  { id, filterId, messageId }: SavedEscalation,
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

/** Does an open escalation wait for somebody to acknowledge this email? */
export async function needsAcknowledgment(db: Db, userId: string, deliveryId: string): Promise<boolean> {
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

/** Records the first acknowledgment. `gone`: there is no such email. */
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

/** Makes escalations due because a delivery changed, and invalidates versions read before. These locks are taken last. */
export async function wakeEscalations(tx: Tx, userId: string, ids: string[], now: Date): Promise<void> {
  await sql`
    update escalations set next_at = ${now}, version = version + 1 where (user_id, id) in (
      select user_id, id from escalations where user_id = ${userId} and id = any(${ids}::uuid[]) and state = 'open'
      order by id for update)`.execute(tx)
}
