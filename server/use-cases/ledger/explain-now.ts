// Explains what today's filters see in a kept message, whatever decided when it came.
import { decide } from '../../../core/filters/decide.ts'
import { compile } from '../../../core/filters/engine/compile.ts'
import { answerWithHits, openRun } from '../../../core/filters/engine/run.ts'
import { explainAll } from '../../../core/filters/explain-all.ts'
import type { FilterExplanations } from '../../../core/filters/explanation.ts'
import { openReading } from '../../../core/filters/fields.ts'
import { linkedDestinations } from '../../delivery/store.ts'
import { listsIn } from '../../filters/condition-tests.ts'
import { foldedLists } from '../../filters/lists/store.ts'
import { listFilters } from '../../filters/store.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { openPast } from './past-messages.ts'

/** Every filter in order, paused ones too, with every test made; null when the message is unknown or its content is erased. */
export async function explainNow(db: Db, userId: string, keys: PersonKeys, messageId: string): Promise<FilterExplanations | null> {
  const contentKey = await keys.contentKeyOf(db, userId)
  const [mail] = await openPast(db, userId, contentKey, [messageId])
  if (!mail) return null
  const [filters, linked] = [await listFilters(db, userId), await linkedDestinations(db, userId)]
  const lists = await foldedLists(db, userId, contentKey, new Set(filters.flatMap(filter => listsIn(filter.condition))))
  const reading = openReading(mail.view, mail.arrival, lists)
  const decided = decide(compile(filters, lists), reading, linked).explanations
  const acted = new Set(decided.filter(one => one.acted).map(one => one.filterId))
  const run = openRun(
    compile(
      filters.map(filter => ({ ...filter, paused: false })),
      lists,
    ),
    reading,
  )
  return filters.map(({ id, name, condition }) => ({
    filterId: id,
    filterName: name,
    explanation: explainAll(condition, reading, test => answerWithHits(run, test)),
    acted: acted.has(id),
  }))
}
