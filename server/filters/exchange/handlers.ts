// Imports filters from other formats, and exports them.

import type * as api from '../../../core/api/filter-exchange.ts'
import type { Format, ImportWarning } from '../../../core/api/filter-exchange.ts'
import { FilterDraft } from '../../../core/api/filters.ts'
import type { Exported, Imported, ImportedFilter, Warning } from '../../../core/filters/exchange/imported.ts'
import { readFilterFile } from '../../../core/filters/exchange/read.ts'
import { writeJson, writeYaml } from '../../../core/filters/exchange/write.ts'
import { exportGmail } from '../../../core/filters/gmail/export.ts'
import { importGmail } from '../../../core/filters/gmail/import.ts'
import { exportSieve } from '../../../core/filters/sieve/export.ts'
import { importSieve } from '../../../core/filters/sieve/import.ts'
import type { Lists } from '../../../core/filters/tree.ts'
import { fold } from '../../../core/text/fold.ts'
import type { Words } from '../../../core/words/words.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import type { FilterDeps } from '../deps.ts'
import { readWordLists, type SavedList } from '../lists/store.ts'
import { listFilters } from '../store.ts'

export function exchangeHandlers({ db, keys, words }: FilterDeps) {
  /** Nothing is saved; the user reviews the filters first. */
  const readImport: UserHandler<typeof api.readImportApi> = async ({ body: { format, text } }) => {
    const { filters, warnings, lists } = readers[format](text)
    const drafts = filters.map(filter => ({ filter, read: FilterDraft.safeParse(filter) }))
    const unreadable = drafts.filter(({ read }) => !read.success).map(({ filter }) => toWarning(filter))
    return {
      filters: drafts.flatMap(({ read }) => (read.success ? [read.data] : [])),
      lists: lists ?? [],
      warnings: [...warnings, ...unreadable].map(warning => toImportWarning(words, warning)),
    }
  }

  const getExport: UserHandler<typeof api.getExportApi> = async ({ userId, query: { format } }) => {
    const lists = await readWordLists(db, userId, await keys.contentKeyOf(db, userId))
    const { text, warnings } = writers[format](await listFilters(db, userId), lists)
    return { fileName: fileNames[format], text, warnings: warnings.map(warning => toImportWarning(words, warning)) }
  }

  return { readImport, getExport }
}

const readers: Record<Format, (text: string) => Imported & { lists?: SavedList[] }> = {
  gmail: importGmail,
  sieve: importSieve,
  json: text => readFilterFile(text),
  yaml: text => readFilterFile(text),
}

const writers: Record<Format, (filters: ImportedFilter[], lists: SavedList[]) => Exported> = {
  gmail: filters => exportGmail(filters),
  sieve: (filters, lists) => exportSieve(filters, foldLists(lists)),
  json: (filters, lists) => ({ text: writeJson({ filters, lists }), warnings: [] }),
  yaml: (filters, lists) => ({ text: writeYaml({ filters, lists }), warnings: [] }),
}

const fileNames: Record<Format, string> = {
  gmail: 'mailFilters.xml',
  sieve: 'filters.sieve',
  json: 'filters.json',
  yaml: 'filters.yaml',
}

/** Folds lists as the Sieve export needs them. */
export const foldLists = (lists: SavedList[]): Lists =>
  new Map(lists.map(({ name, entries }) => [name, new Set(entries.map(entry => fold(entry).text))]))

/** A warning about an imported filter that could not be saved as it is. */
const toWarning = ({ name }: ImportedFilter): Warning => ({
  code: 'filters.unkept',
  at: { start: 0, end: 0 },
  values: { name: name.slice(0, 80) },
})

const toImportWarning = (words: Words, { code, at, values }: Warning): ImportWarning => ({ code, at, message: words.byId(code, values) })
