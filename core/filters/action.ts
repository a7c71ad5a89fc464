// Defines a filter and its actions as data.
import { z } from 'zod/mini'
import { type Condition, TimeOfDay, Weekday } from './tree.ts'

export const Redaction = z.enum(['cards', 'ibans', 'codes'])
export type Redaction = z.infer<typeof Redaction>

/** Hours during which emails are not delivered, across midnight if `from` is later, and what happens to them then: see core/delivery/schedule.ts. */
export const QuietHours = z.object({ from: TimeOfDay, to: TimeOfDay, then: z.enum(['hold', 'digest', 'urgent_only']) })
export type QuietHours = z.infer<typeof QuietHours>

/** Without `at`, the digest is sent at the person's usual hour; a weekly one without `on` is sent on Monday. */
export const DigestSchedule = z.object({ every: z.enum(['hour', 'day', 'week']), at: z.optional(TimeOfDay), on: z.optional(Weekday) })
export type DigestSchedule = z.infer<typeof DigestSchedule>

/** Escalation: the next phone is tried if nobody reads the email within `minutes`; after the last phone an email is sent if `thenEmail`. */
export const NextAfter = z.object({ minutes: z.int().check(z.minimum(1), z.maximum(240)), thenEmail: z.optional(z.boolean()) })
export type NextAfter = z.infer<typeof NextAfter>

/**
 * A filter has each kind at most once. With `next` the phones are tried one after another; with `rotaId` those on call replace
 * `destinationIds`. Empty `destinationIds` means every linked destination.
 */
export const Action = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('forward'),
    destinationIds: z.array(z.uuid()).check(z.maxLength(20)),
    show: z.optional(z.enum(['headers', 'summary', 'full'])),
    attachments: z.optional(z.boolean()),
    next: z.optional(NextAfter),
    rotaId: z.optional(z.uuid()),
  }),
  /** `patterns` are regexps written by the person; matches are blacked out on the phone. */
  z.object({
    kind: z.literal('redact'),
    what: z.array(Redaction).check(z.maxLength(3)),
    patterns: z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(20)),
  }),
  z.object({ kind: z.literal('mark_read') }),
  z.object({ kind: z.literal('flag') }),
  z.object({ kind: z.literal('move'), folder: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  z.object({ kind: z.literal('urgent') }),
  z.object({ kind: z.literal('digest'), ...DigestSchedule.shape }),
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
