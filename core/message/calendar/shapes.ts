// An event read from a calendar part: an invitation, an update, a cancellation or somebody's answer.
import { z } from 'zod/mini'

/** RFC 5545 §3.2.12. */
export const Partstat = z.enum(['needs-action', 'accepted', 'declined', 'tentative', 'delegated'])
export type Partstat = z.infer<typeof Partstat>

export const Attendee = z.object({ name: z.string(), address: z.string(), partstat: Partstat })
export type Attendee = z.infer<typeof Attendee>

/**
 * `start` and `end` are instants (`2026-04-14T08:00:00Z`); for all-day events dates, `end` exclusive; without `Z` they are floating
 * times, if the email names no time zone or an unknown one. `timeZone` is an IANA name. `recurrence` is an RRULE (RFC 5545 §3.3.10).
 * `recurrenceId`: the event is this one occurrence of a series.
 */
export const EventCard = z.object({
  kind: z.literal('event'),
  method: z.enum(['request', 'cancel', 'reply', 'counter']),
  uid: z.string(),
  sequence: z.int().check(z.nonnegative()),
  recurrenceId: z.nullable(z.string()),
  title: z.string(),
  start: z.nullable(z.string()),
  end: z.nullable(z.string()),
  isAllDay: z.boolean(),
  timeZone: z.nullable(z.string()),
  where: z.nullable(z.string()),
  /** The online meeting, if given separately. */
  link: z.nullable(z.string()),
  organizer: z.nullable(z.object({ name: z.string(), address: z.string() })),
  recurrence: z.nullable(z.string()),
  status: z.nullable(z.enum(['confirmed', 'tentative', 'cancelled'])),
  /** The first attendees; recipients of the email come first. */
  attendees: z.array(Attendee),
  /** How many more occurrences of the same series the email contains. */
  others: z.int().check(z.nonnegative()),
})
export type EventCard = z.infer<typeof EventCard>
