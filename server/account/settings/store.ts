// What a person chose for their account, and what they may have none of.
import { type Habits, readHabits, usualHabits } from '../../../core/delivery/plan.ts'
import type { Db } from '../../db/pool.ts'

/** When mail may go to their phones. */
export async function habitsOf(db: Db, userId: string): Promise<Habits> {
  const row = await db.selectFrom('settings').select(['time_zone', 'quiet', 'digest_at']).where('user_id', '=', userId).executeTakeFirst()
  return row ? readHabits(row) : usualHabits
}
