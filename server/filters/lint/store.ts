// SQL that finds which of one user's filters matched the same messages.
import { z } from 'zod/mini'
import type { LintStats } from '../../../core/filters/lint/lint.ts'
import { breathe } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { openJson } from '../../foundation/db/sealed.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { explanationContext } from '../rows.ts'

/** As much of an explanation as is needed here. */
const Held = z.array(z.object({ filterId: z.string(), acted: z.boolean(), explanation: z.object({ held: z.nullable(z.boolean()) }) }))

/** The newest mails that a filter held on. */
const mails = 300
const inOneGo = 20

export async function matchedTogether(db: Db, userId: string, contentKey: SealKey): Promise<LintStats['together']> {
  const rows = await db
    .selectFrom('decisions')
    .select(['message_id', 'explanation'])
    .where('user_id', '=', userId)
    .where('decision', '!=', 'not_matched')
    .where('explanation', 'is not', null)
    // Their ids sort by the hour they were made.
    .orderBy('message_id', 'desc')
    .limit(mails)
    .execute()
  const counts = new Map<string, LintStats['together'][number]>()
  for (const [i, row] of rows.entries()) {
    if (!row.explanation) continue
    const requested = openJson(Held, contentKey, row.explanation, explanationContext(userId, row.message_id))
    const held = requested.filter(one => one.explanation.held || one.acted).map(one => one.filterId)
    for (const [at, a] of held.entries()) for (const b of held.slice(at + 1)) countPair(counts, a, b)
    if (i % inOneGo === 0) await breathe()
  }
  return [...counts.values()]
}

function countPair(counts: Map<string, LintStats['together'][number]>, a: string, b: string): void {
  const pair = counts.get(`${a} ${b}`) ?? { a, b, mails: 0 }
  pair.mails += 1
  counts.set(`${a} ${b}`, pair)
}
