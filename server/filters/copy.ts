// Which of a user's filters and decisions a data export contains.
import { Readable } from 'node:stream'
import { writeJson } from '../../core/filters/exchange/write.ts'
import { FilterExplanations } from '../../core/filters/explanation.ts'
import { exportSieve } from '../../core/filters/sieve/export.ts'
import { bytesIn, type CopyFrom, type CopyPart, rowsPart, textIn } from '../foundation/db/person-rows.ts'
import { openJson } from '../foundation/db/sealed.ts'
import { foldedOf } from './exchange/handlers.ts'
import { readLists } from './lists/store.ts'
import { explanationContext } from './rows.ts'
import { listFilters } from './store.ts'

export const filtersCopy: CopyPart[] = [
  { kind: 'files', name: 'filters', tables: ['filters', 'filter_lists'], files: filterFiles },
  rowsPart('filter-history', 'filter_versions', { key: ['filter_id', 'version'] }),
  rowsPart('filter-days', 'filter_days', { key: ['filter_id', 'day'] }),
  rowsPart('filters-from-phone', 'filter_proposals', { key: ['id'], without: ['sealed'] }),
  rowsPart('verdicts', 'decisions', { key: ['message_id'], open: withExplanation }),
]

/** As they may be read again, here and elsewhere. */
async function* filterFiles({ db, userId, contentKey }: CopyFrom) {
  const [filters, lists] = [await listFilters(db, userId), await readLists(db, userId, contentKey)]
  yield { name: 'filters.json', bytes: Readable.from([Buffer.from(writeJson({ filters, lists }))]) }
  yield { name: 'filters.sieve', bytes: Readable.from([Buffer.from(exportSieve(filters, foldedOf(lists)).text)]) }
}

function withExplanation({ explanation, ...row }: Record<string, unknown>, { userId, contentKey }: CopyFrom): Record<string, unknown> {
  const sealed = bytesIn({ explanation }, 'explanation')
  if (!sealed) return row
  return { ...row, explanation: openJson(FilterExplanations, contentKey, sealed, explanationContext(userId, textIn(row, 'message_id'))) }
}
