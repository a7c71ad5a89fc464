// The API for data exports: a user requests one, follows its progress, and downloads it.
import { z } from 'zod/mini'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const ExportLine = z.object({
  id: Id,
  state: z.enum(['waiting', 'working', 'ready', 'failed']),
  /** The number of finished parts. */
  done: z.number(),
  parts: z.number(),
  /** A sentence saying why the export failed. */
  reason: z.nullable(z.string()),
  sizeBytes: z.nullable(z.number()),
  createdAt: Time,
  /** It can be downloaded until then. */
  expiresAt: z.nullable(Time),
})
export type ExportLine = z.infer<typeof ExportLine>

/** Newest first. */
export const listExportsApi = shape({ status: 200, answer: pageOf(ExportLine) })
export const startExportApi = shape({ status: 202, answer: ExportLine })
export const removeExportApi = shape({ params: ById, status: 200, answer: Nothing })
/** A ZIP archive. */
export const downloadExportApi = shape({ params: ById, status: 200, answer: z.string() })
