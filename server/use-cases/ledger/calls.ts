// Reads how a message escalated from phone to phone: who was notified, when, and with what result.
import { z } from 'zod/mini'
import type { EscalationCall } from '../../../core/api/ledger.ts'
import { EscalationState, EscalationStep } from '../../../core/delivery/escalation.ts'
import type { Db } from '../../foundation/db/pool.ts'

/** Oldest first. */
export async function listEscalationCalls(db: Db, userId: string, messageId: string): Promise<EscalationCall[]> {
  const rows = await db
    .selectFrom('escalations as e')
    .leftJoin('filters as f', j => j.onRef('f.user_id', '=', 'e.user_id').onRef('f.id', '=', 'e.filter_id'))
    .where('e.user_id', '=', userId)
    .where('e.message_id', '=', messageId)
    .select(['e.state', 'e.after_minutes', 'e.then_email', 'e.steps', 'f.name as filter_name'])
    .orderBy('e.id')
    .execute()
  if (rows.length === 0) return []
  const phones = await db.selectFrom('destinations').select(['id', 'name']).where('user_id', '=', userId).execute()
  const names = new Map(phones.map(phone => [phone.id, phone.name]))
  return rows.map(row => ({
    filterName: row.filter_name,
    state: EscalationState.parse(row.state),
    afterMinutes: row.after_minutes,
    thenEmail: row.then_email,
    steps: z
      .array(EscalationStep)
      .parse(row.steps)
      .map(step => ({ ...step, destinationName: names.get(step.destinationId) ?? '' })),
  }))
}
