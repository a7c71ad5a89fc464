// The API for the operator's setup checks for sending to phones.
import { z } from 'zod/mini'
import { shape } from './shape.ts'

export const CheckResult = z.object({
  check: z.string(),
  /** note: it works, but is worth knowing. skipped: something it depends on failed. */
  state: z.enum(['ok', 'note', 'failing', 'skipped']),
  title: z.string(),
  /** What was found, as a sentence. */
  found: z.string(),
  /** What to do; null if nothing. */
  fix: z.nullable(z.string()),
})
export type CheckResult = z.infer<typeof CheckResult>

/** For administrators. Queries WhatsApp and our own public address each time, which takes a few seconds. */
export const checkWhatsAppApi = shape({ status: 200, answer: z.object({ items: z.array(CheckResult) }) })
