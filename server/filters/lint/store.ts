// Which filters of one person matched the same kept mails.
import { z } from 'zod/mini'
import type { LintStats } from '../../../core/filters/lint/lint.ts'
import { breathe } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { openJson } from '../../db/sealed.ts'
import type { Key } from '../../seal.ts'
import { explanationPlace } from '../rows.ts'

/** As much of an explanation as is needed here. */
const Held = z.array(z.object({ filterId: z.string(), acted: z.boolean(), explanation: z.object({ held: z.nullable(z.boolean()) }) }))

/** The newest mails that a filter held on. */
const mails = 300
const inOneGo = 20

export async function matchedTogether(db: Db, userId: string, contentKey: Key): Promise<LintStats['together']> {
  const rows = await db
    .selectFrom('verdicts')
    .select(['message_id', 'explanation'])
    .where('user_id', '=', userId)
    .where('verdict', '!=', 'not_matched')
    .where('explanation', 'is not', null)
    // Their ids sort by the hour they were made.
    .orderBy('message_id', 'desc')
    .limit(mails)
    .execute()
  const counts = new Map<string, LintStats['together'][number]>()
  for (const [i, row] of rows.entries()) {
    if (!row.explanation) continue
    const asked = openJson(Held, contentKey, row.explanation, explanationPlace(userId, row.message_id))
    const held = asked.filter(one => one.explanation.held || one.acted).map(one => one.filterId)
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
