// The mail that answers an invitation: to its organizer, from the address that was invited, with a calendar that says so to machines.
import { type InvitationAnswer, invitedAs } from '../calendar/answers.ts'
import { replyCalendar } from '../calendar/reply.ts'
import type { EventCard } from '../calendar/shapes.ts'
import type { MailAddress, MailView } from '../view.ts'
import type { Author } from './draft.ts'
import { isSame, recipientOf } from './recipient.ts'
import type { Caution, NoReply, ReplyDraft } from './shapes.ts'
import { oneLine } from './subject.ts'
import { threadOf } from './thread.ts'

export interface ToAnswer {
  card: EventCard
  /** Of the card, its domain as the wire has it. */
  organizer: MailAddress
  answer: InvitationAnswer
  /** Later than of any answer before it: of two the organizer believes the later. */
  now: Date
}

export interface AnswerWording {
  /** `Accepted: Lunch`. */
  subject: string
  /** A sentence for who reads mail without a calendar. */
  body: string
}

/** `author.address` is the one that was invited. */
export function invitationDraft(
  view: MailView,
  author: Author,
  { card, organizer, answer, now }: ToAnswer,
  { subject, body }: AnswerWording,
): { draft: ReplyDraft; cautions: Caution[] } | NoReply {
  const attendee = invitedAs(card, [author.address.toLowerCase()])
  if (!attendee) return 'not_invited'
  const found = recipientOf({ ...view, replyTo: [organizer] }, [author.address, ...author.aliases])
  if (typeof found === 'string') return found
  const { to } = found
  // Whom no mail can be sent to is passed over for the sender, who has invited nobody.
  const calendar = isSame(to.address, organizer.address) ? replyCalendar(card, { answer, attendee, now }) : null
  if (calendar === null) return 'nobody'
  const { through, name, address } = author
  const draft: ReplyDraft = {
    from: through ? { name: oneLine(through.name), address: through.address } : { name: oneLine(name), address },
    replyTo: through && { name, address: through.replyTo },
    to,
    ...{ subject, ...threadOf(view), text: subject, body: [body, through?.note].filter(Boolean).join('\n\n') },
    invitation: { answer, title: titleOf(card, view), calendar },
  }
  return { draft, cautions: cautionsOf(view, to, found.cautions) }
}

export const titleOf = ({ title }: EventCard, { subject }: Pick<MailView, 'subject'>): string =>
  oneLine(title || subject).slice(0, 150) || '…'

/** A machine reads it, so that it matters little who wrote the mail; who gets the answer matters all the more. */
function cautionsOf(view: MailView, to: MailAddress, found: Caution[]): Caution[] {
  if (found.includes('list')) return ['list']
  return isSame(view.from[0]?.address ?? '', to.address) ? [] : ['elsewhere']
}
