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
import type { PersonHandler } from '../../foundation/http/route.ts'
import type { FilterDeps } from '../deps.ts'
import { type KeptList, readLists } from '../lists/store.ts'
import { listFilters } from '../store.ts'

export function exchangeHandlers({ db, keys, words }: FilterDeps) {
  /** Nothing is saved: the person looks first. */
  const readImport: PersonHandler<typeof api.readImportApi> = async ({ body: { format, text } }) => {
    const { filters, warnings, lists } = readers[format](text)
    const drafts = filters.map(filter => ({ filter, read: FilterDraft.safeParse(filter) }))
    const lost = drafts.filter(({ read }) => !read.success).map(({ filter }) => unkept(filter))
    return {
      filters: drafts.flatMap(({ read }) => (read.success ? [read.data] : [])),
      lists: lists ?? [],
      warnings: [...warnings, ...lost].map(warning => said(words, warning)),
    }
  }

  const getExport: PersonHandler<typeof api.getExportApi> = async ({ userId, query: { format } }) => {
    const lists = await readLists(db, userId, await keys.contentKeyOf(db, userId))
    const { text, warnings } = writers[format](await listFilters(db, userId), lists)
    return { fileName: fileNames[format], text, warnings: warnings.map(warning => said(words, warning)) }
  }

  return { readImport, getExport }
}

const readers: Record<Format, (text: string) => Imported & { lists?: KeptList[] }> = {
  gmail: importGmail,
  sieve: importSieve,
  json: text => readFilterFile(text),
  yaml: text => readFilterFile(text),
}

const writers: Record<Format, (filters: ImportedFilter[], lists: KeptList[]) => Exported> = {
  gmail: filters => exportGmail(filters),
  sieve: (filters, lists) => exportSieve(filters, foldedOf(lists)),
  json: (filters, lists) => ({ text: writeJson({ filters, lists }), warnings: [] }),
  yaml: (filters, lists) => ({ text: writeYaml({ filters, lists }), warnings: [] }),
}

const fileNames: Record<Format, string> = {
  gmail: 'mailFilters.xml',
  sieve: 'filters.sieve',
  json: 'filters.json',
  yaml: 'filters.yaml',
}

/** As Sieve is written of them. */
export const foldedOf = (lists: KeptList[]): Lists =>
  new Map(lists.map(({ name, entries }) => [name, new Set(entries.map(entry => fold(entry).text))]))

/** What a reader gave that could not be saved as it is. */
const unkept = ({ name }: ImportedFilter): Warning => ({
  code: 'filters.unkept',
  at: { start: 0, end: 0 },
  values: { name: name.slice(0, 80) },
})

const said = (words: Words, { code, at, values }: Warning): ImportWarning => ({ code, at, message: words.byId(code, values) })
