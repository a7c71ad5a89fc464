// The API of data exports: a user requests one, follows its progress, and downloads it.
import { z } from 'zod/mini'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const ExportLine = z.object({
  id: Id,
  state: z.enum(['waiting', 'working', 'ready', 'failed']),
  /** Parts that are done, of how many. */
  done: z.number(),
  parts: z.number(),
  /** A sentence that says why there is no copy. */
  reason: z.nullable(z.string()),
  sizeBytes: z.nullable(z.number()),
  createdAt: Time,
  /** Until then it can be downloaded. */
  expiresAt: z.nullable(Time),
})
export type ExportLine = z.infer<typeof ExportLine>

/** The newest first. */
export const listExportsApi = shape({ status: 200, answer: pageOf(ExportLine) })
export const startExportApi = shape({ status: 202, answer: ExportLine })
export const removeExportApi = shape({ params: ById, status: 200, answer: Nothing })
/** A ZIP archive. */
export const downloadExportApi = shape({ params: ById, status: 200, answer: z.string() })
