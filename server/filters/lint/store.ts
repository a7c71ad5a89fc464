// SQL that finds which of one user's filters matched the same messages.
import { z } from 'zod/mini'
import type { LintStats } from '../../../core/filters/lint/lint.ts'
import { yieldToEventLoop } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { openJson } from '../../foundation/db/sealed.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { explanationContext } from '../rows.ts'

/** The part of an explanation that is needed here. */
const Held = z.array(z.object({ filterId: z.string(), acted: z.boolean(), explanation: z.object({ held: z.nullable(z.boolean()) }) }))

/** How many of the newest matched messages to read. */
const maxEmails = 300
/** Among how many of the newest decisions they are looked for: older explanations are erased. */
const maxLookedAt = 4_000
const batchSize = 20

export async function matchedTogether(db: Db, userId: string, contentKey: SealKey): Promise<LintStats['together']> {
  const newest = db
    .selectFrom('decisions')
    .select(['message_id', 'decision', 'explanation'])
    .where('user_id', '=', userId)
    // Ids sort by time of creation.
    .orderBy('message_id', 'desc')
    .limit(maxLookedAt)
  const rows = await db
    .selectFrom(newest.as('newest'))
    .select(['message_id', 'explanation'])
    .where('decision', '!=', 'not_matched')
    .where('explanation', 'is not', null)
    .limit(maxEmails)
    .execute()
  const counts = new Map<string, LintStats['together'][number]>()
  for (const [i, row] of rows.entries()) {
    if (!row.explanation) continue
    const results = openJson(Held, contentKey, row.explanation, explanationContext(userId, row.message_id))
    const held = results.filter(result => result.explanation.held || result.acted).map(result => result.filterId)
    for (const [index, a] of held.entries()) for (const b of held.slice(index + 1)) countPair(counts, a, b)
    if (i % batchSize === 0) await yieldToEventLoop()
  }
  return [...counts.values()]
}

function countPair(counts: Map<string, LintStats['together'][number]>, a: string, b: string): void {
  const pair = counts.get(`${a} ${b}`) ?? { a, b, emails: 0 }
  pair.emails += 1
  counts.set(`${a} ${b}`, pair)
}
