// What a check of the console found: its state, a sentence, and what to do about it. Every list of problems has this shape.
import { z } from 'zod/mini'
import { Time } from '../shape.ts'

export const AdminFinding = z.object({
  /** Of this finding among those of one answer: a check may find several things. */
  id: z.string(),
  /** What was checked, as a title. */
  check: z.string(),
  /** note: it works, but is worth knowing. skipped: it does not apply here, or something that it needs is missing. */
  state: z.enum(['ok', 'note', 'failing', 'skipped']),
  /** A sentence. */
  found: z.string(),
  /** What to do; null if nothing. */
  fix: z.nullable(z.string()),
  /** A page of the console that shows more. */
  link: z.optional(z.string()),
  since: z.optional(Time),
})
export type AdminFinding = z.infer<typeof AdminFinding>
