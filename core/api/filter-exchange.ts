// The API for importing and exporting filters.
import { z } from 'zod/mini'
import { FilterDraft } from './filters.ts'
import { shape } from './shape.ts'

export const Format = z.enum(['gmail', 'sieve', 'json', 'yaml'])
export type Format = z.infer<typeof Format>

/** Something that could not be imported exactly; `at` is a range of UTF-16 units in the text. */
const Warning = z.object({ code: z.string(), message: z.string(), at: z.object({ start: z.int(), end: z.int() }) })
export type ImportWarning = z.infer<typeof Warning>

const Lists = z.array(z.object({ name: z.string(), entries: z.array(z.string()) }))

/** Parses another program's filters for review; nothing is saved. */
export const readImportApi = shape({
  body: z.object({ format: Format, text: z.string().check(z.maxLength(2_000_000)) }),
  status: 200,
  answer: z.object({ filters: z.array(FilterDraft), lists: Lists, warnings: z.array(Warning) }),
})
export const getExportApi = shape({
  query: z.object({ format: Format }),
  status: 200,
  answer: z.object({ fileName: z.string(), text: z.string(), warnings: z.array(Warning) }),
})
