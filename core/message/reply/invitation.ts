// Builds the email that answers an invitation: from the invited address to the organizer, with a machine-readable reply.
import { findInvitee, type InvitationAnswer } from '../calendar/answers.ts'
import { writeReplyCalendar } from '../calendar/reply.ts'
import type { EventCard } from '../calendar/shapes.ts'
import type { MailAddress, MailView } from '../view.ts'
import type { ReplyWriter } from './draft.ts'
import { findReplyRecipient, isSameAddress } from './recipient.ts'
import type { Caution, ReplyDraft, ReplyRefusal } from './shapes.ts'
import { toSingleLine } from './subject.ts'
import { buildThread } from './thread.ts'

export interface InvitationToAnswer {
  card: EventCard
  /** The card's organizer, with an ASCII domain. */
  organizer: MailAddress
  answer: InvitationAnswer
  /** Must be later than that of any earlier answer: the organizer's calendar keeps the latest. */
  now: Date
}

export interface InvitationWording {
  /** `Accepted: Lunch`. */
  subject: string
  /** A sentence for mail programs without a calendar. */
  body: string
}

/** `author.address` is the invited address. */
export function buildInvitationDraft(
  view: MailView,
  author: ReplyWriter,
  { card, organizer, answer, now }: InvitationToAnswer,
  { subject, body }: InvitationWording,
): { draft: ReplyDraft; cautions: Caution[] } | ReplyRefusal {
  const attendee = findInvitee(card, [author.address.toLowerCase()])
  if (!attendee) return 'not_invited'
  const recipient = findReplyRecipient({ ...view, replyTo: [organizer] }, [author.address, ...author.aliases])
  if (typeof recipient === 'string') return recipient
  const { to } = recipient
  // If no email can be sent to the organizer, the recipient would be the sender, who invited nobody.
  const calendar = isSameAddress(to.address, organizer.address) ? writeReplyCalendar(card, { answer, attendee, now }) : null
  if (calendar === null) return 'nobody'
  const { relay, name, address } = author
  const draft: ReplyDraft = {
    from: relay ? { name: toSingleLine(relay.name), address: relay.address } : { name: toSingleLine(name), address },
    replyTo: relay && { name, address: relay.replyTo },
    to,
    ...{ subject, ...buildThread(view), text: subject, body: [body, relay?.note].filter(Boolean).join('\n\n') },
    invitation: { answer, title: readEventTitle(card, view), calendar },
  }
  return { draft, cautions: findCautions(view, to, recipient.cautions) }
}

export const readEventTitle = ({ title }: EventCard, { subject }: Pick<MailView, 'subject'>): string =>
  toSingleLine(title || subject).slice(0, 150) || '…'

/** A calendar reads the answer, so an automated sender needs no warning; an unexpected recipient does. */
function findCautions(view: MailView, to: MailAddress, found: Caution[]): Caution[] {
  if (found.includes('list')) return ['list']
  return isSameAddress(view.from[0]?.address ?? '', to.address) ? [] : ['elsewhere']
}
