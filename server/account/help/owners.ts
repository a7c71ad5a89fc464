// SQL for anonymous visitors' votes on help guides.
import { sql } from 'kysely'
import type { Guide } from '../../../core/api/help.ts'
import type { Db } from '../../foundation/db/pool.ts'

export interface Vote {
  guide: Guide
  voter: string
  useful: boolean
}

/** A later vote from a browser replaces its earlier one. */
export async function saveVote(db: Db, vote: Vote, now: Date): Promise<void> {
  await db
    .insertInto('help_votes')
    .values({ ...vote, voted_at: now })
    .onConflict(on => on.columns(['guide', 'voter']).doUpdateSet({ useful: vote.useful, voted_at: now }))
    .execute()
}

export async function countVotes(db: Db): Promise<{ guide: string; yes: number; no: number }[]> {
  return db
    .selectFrom('help_votes')
    .select([
      'guide',
      sql<number>`count(*) filter (where useful)::int`.as('yes'),
      sql<number>`count(*) filter (where not useful)::int`.as('no'),
    ])
    .groupBy('guide')
    .orderBy('guide')
    .execute()
}
