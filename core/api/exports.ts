// The wire of copies of everything: a person asks for one, sees how far it is, and takes it with them.
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
export const listExports = shape({ status: 200, answer: pageOf(ExportLine) })
export const startExport = shape({ status: 202, answer: ExportLine })
export const removeExport = shape({ params: ById, status: 200, answer: Nothing })
/** A ZIP archive. */
export const downloadExport = shape({ params: ById, status: 200, answer: z.string() })
