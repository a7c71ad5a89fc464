// Exports a user's filters and decisions for a data export.
import { Readable } from 'node:stream'
import { writeJson } from '../../core/filters/exchange/write.ts'
import { FilterExplanations } from '../../core/filters/explanation.ts'
import { exportSieve } from '../../core/filters/sieve/export.ts'
import { bytesIn, type ExportContext, type ExportPart, rowsPart, textIn } from '../foundation/db/export-rows.ts'
import { openJson } from '../foundation/db/sealed.ts'
import { foldLists } from './exchange/handlers.ts'
import { readWordLists } from './lists/store.ts'
import { explanationContext } from './rows.ts'
import { listFilters } from './store.ts'

export const filtersExport: ExportPart[] = [
  { kind: 'files', name: 'filters', tables: ['filters', 'filter_lists'], files: filterFiles },
  rowsPart('filter-history', 'filter_versions', { key: ['filter_id', 'version'] }),
  rowsPart('filter-days', 'filter_days', { key: ['filter_id', 'day'] }),
  rowsPart('filters-from-phone', 'filter_proposals', { key: ['id'], omit: ['sealed'] }),
  rowsPart('decisions', 'decisions', { key: ['message_id'], unseal: withExplanation }),
]

/** In formats that can be imported again, here and elsewhere. */
async function* filterFiles({ db, userId, contentKey }: ExportContext) {
  const [filters, lists] = [await listFilters(db, userId), await readWordLists(db, userId, contentKey)]
  yield { name: 'filters.json', bytes: Readable.from([Buffer.from(writeJson({ filters, lists }))]) }
  yield { name: 'filters.sieve', bytes: Readable.from([Buffer.from(exportSieve(filters, foldLists(lists)).text)]) }
}

function withExplanation({ explanation, ...row }: Record<string, unknown>, { userId, contentKey }: ExportContext): Record<string, unknown> {
  const sealed = bytesIn({ explanation }, 'explanation')
  if (!sealed) return row
  return { ...row, explanation: openJson(FilterExplanations, contentKey, sealed, explanationContext(userId, textIn(row, 'message_id'))) }
}
