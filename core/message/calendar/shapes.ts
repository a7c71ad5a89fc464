// What a calendar part says of one event, in a few facts: an invitation, a change, a cancellation, somebody's answer.
import { z } from 'zod'

/** How somebody answered (RFC 5545 §3.2.12). */
export const Partstat = z.enum(['needs-action', 'accepted', 'declined', 'tentative', 'delegated'])
export type Partstat = z.infer<typeof Partstat>

export const Attendee = z.object({ name: z.string(), address: z.string(), partstat: Partstat })
export type Attendee = z.infer<typeof Attendee>

/**
 * `start` and `end` are instants (`2026-04-14T08:00:00Z`); of whole days dates, the end not being one of them; without `Z` they are
 * what a clock shows, where the mail names no zone or none that anybody knows. `timeZone` is IANA's name where there is one.
 * `recurrence` is a rule as RFC 5545 §3.3.10 writes it. `recurrenceId`: it speaks of that one time of a series alone.
 */
export const EventCard = z.object({
  kind: z.literal('event'),
  method: z.enum(['request', 'cancel', 'reply', 'counter']),
  uid: z.string(),
  sequence: z.number().int().nonnegative(),
  recurrenceId: z.string().nullable(),
  title: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  isAllDay: z.boolean(),
  timeZone: z.string().nullable(),
  where: z.string().nullable(),
  /** Where it is held on the web, where the mail says so apart. */
  link: z.string().nullable(),
  organizer: z.object({ name: z.string(), address: z.string() }).nullable(),
  recurrence: z.string().nullable(),
  status: z.enum(['confirmed', 'tentative', 'cancelled']).nullable(),
  /** The first of them, those to whom the mail was sent before others. */
  attendees: z.array(Attendee),
  /** So many more times of the same series stand in the mail. */
  others: z.number().int().nonnegative(),
})
export type EventCard = z.infer<typeof EventCard>
