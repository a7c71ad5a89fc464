// The API of the operator's checks: is everything set up for this server to send to a phone?
import { z } from 'zod/mini'
import { shape } from './shape.ts'

export const CheckResult = z.object({
  check: z.string(),
  /** note: it works, but somebody should know. skipped: what it needs comes first. */
  state: z.enum(['ok', 'note', 'failing', 'skipped']),
  title: z.string(),
  /** A sentence: what was found. */
  found: z.string(),
  /** The one thing to do; null where there is nothing. */
  fix: z.nullable(z.string()),
})
export type CheckResult = z.infer<typeof CheckResult>

/** For administrators. Asks the messenger and our own public address anew each time; takes some seconds. */
export const checkWhatsAppApi = shape({ status: 200, answer: z.object({ items: z.array(CheckResult) }) })
