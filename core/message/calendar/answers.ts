// Decides which answers an invitation offers, and encodes them as button payloads.

import { parseRecurrence } from './recurrence.ts'
import type { Attendee, EventCard } from './shapes.ts'

/** RFC 5546 §3.2.3. */
export const answers = ['accepted', 'tentative', 'declined'] as const
export type InvitationAnswer = (typeof answers)[number]

/** The attendee that the user is invited as; `own` are their addresses, lower-cased. */
export function findInvitee(card: EventCard, own: readonly string[]): Attendee | null {
  return card.attendees.find(one => own.includes(one.address)) ?? null
}

/** Empty if the invitation cannot be answered. */
export const listOfferedAnswers = (card: EventCard, own: readonly string[], now: Date): readonly InvitationAnswer[] =>
  findAnswerRefusal(card, own, now) === null ? answers : []

/** Null if it can be answered. */
export function findAnswerRefusal(
  card: EventCard,
  own: readonly string[],
  now: Date,
): 'not_invited' | 'event_cancelled' | 'event_over' | null {
  const { organizer, method, status } = card
  if (method === 'cancel' || status === 'cancelled') return 'event_cancelled'
  if (method !== 'request' || !organizer || own.includes(organizer.address) || !findInvitee(card, own)) return 'not_invited'
  return isOver(card, now) ? 'event_over' : null
}

const dayMs = 86_400_000

/** A time without a zone is over when it is over everywhere. */
function isOver({ end, start, recurrence }: EventCard, now: Date): boolean {
  const last = recurrence === null ? (end ?? start) : (parseRecurrence(recurrence)?.until ?? null)
  if (last === null) return false
  return Date.parse(/Z$|^\d{4}-\d\d-\d\d$/.test(last) ? last : `${last}Z`) + (last.endsWith('Z') ? 0 : dayMs) < now.getTime()
}

export const toAnswerPayload = (answer: InvitationAnswer, deliveryId: string): string => `rsvp:${answer}:${deliveryId}`

const payloadPattern = /^rsvp:(accepted|tentative|declined):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Null if the payload is not an answer to an invitation. */
export function parseAnswerPayload(payload: string): { answer: InvitationAnswer; deliveryId: string } | null {
  const [, answer, deliveryId] = payloadPattern.exec(payload) ?? []
  const parsed = answers.find(one => one === answer)
  return parsed && deliveryId ? { answer: parsed, deliveryId } : null
}
