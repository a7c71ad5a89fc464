// Explains what the current filters see in a stored message, regardless of what was decided when it arrived.
import { decide } from '../../../core/filters/decide.ts'
import { compile } from '../../../core/filters/engine/compile.ts'
import { startRun, testResultForExplanation } from '../../../core/filters/engine/run.ts'
import { explainAll } from '../../../core/filters/explain-all.ts'
import type { FilterExplanations } from '../../../core/filters/explanation.ts'
import { toFilterInput } from '../../../core/filters/fields.ts'
import { linkedDestinations } from '../../delivery/store.ts'
import { listsIn } from '../../filters/condition-tests.ts'
import { foldedLists } from '../../filters/lists/store.ts'
import { listFilters } from '../../filters/store.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { readPastMessages } from './past-messages.ts'

/** Every filter in order, including paused ones, with every test evaluated; null when the message is unknown or erased. */
export async function explainNow(db: Db, userId: string, keys: UserKeys, messageId: string): Promise<FilterExplanations | null> {
  const contentKey = await keys.contentKeyOf(db, userId)
  const [message] = await readPastMessages(db, userId, contentKey, [messageId])
  if (!message) return null
  const [filters, destinationIds] = [await listFilters(db, userId), await linkedDestinations(db, userId)]
  const lists = await foldedLists(db, userId, contentKey, new Set(filters.flatMap(filter => listsIn(filter.condition))))
  const input = toFilterInput(message.view, message.arrival, lists)
  const explanations = decide(compile(filters, lists), input, destinationIds).explanations
  const acted = new Set(explanations.filter(explanation => explanation.acted).map(explanation => explanation.filterId))
  const run = startRun(
    compile(
      filters.map(filter => ({ ...filter, paused: false })),
      lists,
    ),
    input,
  )
  return filters.map(({ id, name, condition }) => ({
    filterId: id,
    filterName: name,
    explanation: explainAll(condition, input, test => testResultForExplanation(run, test)),
    acted: acted.has(id),
  }))
}
