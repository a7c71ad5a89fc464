// What a filter does when it holds, and the filter itself, as data.
import { z } from 'zod/mini'
import { type Condition, TimeOfDay, Weekday } from './tree.ts'

export const Redaction = z.enum(['cards', 'ibans', 'codes'])
export type Redaction = z.infer<typeof Redaction>

/** Hours of a day in which mail waits, over midnight where `from` is later, and what comes of it: see core/delivery/schedule.ts. */
export const QuietHours = z.object({ from: TimeOfDay, to: TimeOfDay, then: z.enum(['hold', 'digest', 'urgent_only']) })
export type QuietHours = z.infer<typeof QuietHours>

/** Without `at`, at the person's own hour of digests; a weekly one without `on` comes on Monday. */
export const Digest = z.object({ every: z.enum(['hour', 'day', 'week']), at: z.optional(TimeOfDay), on: z.optional(Weekday) })
export type Digest = z.infer<typeof Digest>

/** One after another: the next phone when nobody has read it so many minutes after it went there, and a letter after the last. */
export const NextAfter = z.object({ minutes: z.int().check(z.minimum(1), z.maximum(240)), thenEmail: z.optional(z.boolean()) })
export type NextAfter = z.infer<typeof NextAfter>

/** Each kind once in a filter. With `next` the phones are asked in their order; `rotaId` takes those on call in place of all. `destinationIds` empty: every destination that is linked. */
export const Action = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('forward'),
    destinationIds: z.array(z.uuid()).check(z.maxLength(20)),
    show: z.optional(z.enum(['headers', 'summary', 'full'])),
    attachments: z.optional(z.boolean()),
    next: z.optional(NextAfter),
    rotaId: z.optional(z.uuid()),
  }),
  /** `patterns` are regexps of the person; what they find is blacked out on the phone. */
  z.object({
    kind: z.literal('redact'),
    what: z.array(Redaction).check(z.maxLength(3)),
    patterns: z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(20)),
  }),
  z.object({ kind: z.literal('mark_read') }),
  z.object({ kind: z.literal('flag') }),
  z.object({ kind: z.literal('move'), folder: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  z.object({ kind: z.literal('urgent') }),
  z.object({ kind: z.literal('digest'), ...Digest.shape }),
  z.object({ kind: z.literal('quiet'), ...QuietHours.shape }),
  z.object({ kind: z.literal('at_most'), perHour: z.int().check(z.minimum(1), z.maximum(1000)) }),
  z.object({ kind: z.literal('stop') }),
])
export type Action = z.infer<typeof Action>

export interface Filter {
  id: string
  name: string
  paused: boolean
  condition: Condition
  actions: Action[]
}
