// Which answers an invitation offers its reader, and what a tap on one of them brings back.

import { recurrenceOf } from './recurrence.ts'
import type { Attendee, EventCard } from './shapes.ts'

/** What can be answered with one tap (RFC 5546 §3.2.3). */
export const answers = ['accepted', 'tentative', 'declined'] as const
export type InvitationAnswer = (typeof answers)[number]

/** As whom a person is invited; null where none of their addresses (in small letters) is. */
export function invitedAs(card: EventCard, own: readonly string[]): Attendee | null {
  return card.attendees.find(one => own.includes(one.address)) ?? null
}

/** None where there is nobody to tell, nothing to answer, or nothing to come any more. */
export const answersOffered = (card: EventCard, own: readonly string[], now: Date): readonly InvitationAnswer[] =>
  whyUnanswerable(card, own, now) === null ? answers : []

/** Null where it can be answered. */
export function whyUnanswerable(
  card: EventCard,
  own: readonly string[],
  now: Date,
): 'not_invited' | 'event_cancelled' | 'event_over' | null {
  const { organizer, method, status } = card
  if (method === 'cancel' || status === 'cancelled') return 'event_cancelled'
  if (method !== 'request' || !organizer || own.includes(organizer.address) || !invitedAs(card, own)) return 'not_invited'
  return isOver(card, now) ? 'event_over' : null
}

const dayMs = 86_400_000

/** A time that is on a clock somewhere is over when it is over everywhere. */
function isOver({ end, start, recurrence }: EventCard, now: Date): boolean {
  const last = recurrence === null ? (end ?? start) : (recurrenceOf(recurrence)?.until ?? null)
  if (last === null) return false
  return Date.parse(/Z$|^\d{4}-\d\d-\d\d$/.test(last) ? last : `${last}Z`) + (last.endsWith('Z') ? 0 : dayMs) < now.getTime()
}

export const answerPayload = (answer: InvitationAnswer, deliveryId: string): string => `rsvp:${answer}:${deliveryId}`

const tapped = /^rsvp:(accepted|tentative|declined):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** What was tapped; null where it is no answer to an invitation. */
export function answerIn(payload: string): { answer: InvitationAnswer; deliveryId: string } | null {
  const [, answer, deliveryId] = tapped.exec(payload) ?? []
  const known = answers.find(one => one === answer)
  return known && deliveryId ? { answer: known, deliveryId } : null
}
