// The API of messages and the result of each.
import { z } from 'zod/mini'
import { EscalationState, EscalationStep } from '../delivery/escalation.ts'
import { State } from '../delivery/states.ts'
import { FilterExplanations } from '../filters/explanation.ts'
import { Badge, SenderBadge } from '../message/sender-check/badge.ts'
import { Attachment, AuthResult, MailAddress } from '../message/view.ts'
import { Delivery } from './delivery.ts'
import { ById, Id, PageQuery, pageOf, shape, Time } from './shape.ts'

/** Where a message stands on screen: the least finished of its deliveries, or its verdict. */
export const MessageState = z.enum(['forwarded', 'under_way', 'held', 'failed', 'not_matched', 'suppressed'])
export type MessageState = z.infer<typeof MessageState>

export const MessageLine = z.object({
  id: Id,
  mailboxId: Id,
  mailboxAddress: z.string(),
  /** Null once the person's retention has passed. */
  from: z.nullable(MailAddress),
  subject: z.nullable(z.string()),
  /** What was said of its sender when it came; absent of mail from before there were badges, and of erased contents. */
  badge: z.optional(Badge),
  arrivedAt: Time,
  sizeBytes: z.number(),
  state: MessageState,
  reason: z.nullable(z.string()),
  filterName: z.nullable(z.string()),
  /** The delivery that decides the standing; null without one. */
  delivery: z.nullable(Delivery),
})
export type MessageLine = z.infer<typeof MessageLine>

/** What a filter, or the person, asked to be done to a mail in its own mailbox. */
export const MailboxAction = z.object({
  by: z.enum(['filter', 'phone', 'screen']),
  kind: z.enum(['mark_read', 'flag', 'move', 'archive', 'move_back']),
  folder: z.nullable(z.string()),
  filterId: z.nullable(Id),
  filterName: z.nullable(z.string()),
  state: z.enum(['waiting', 'done', 'failed']),
  /** A sentence for the owner: why it was not done. */
  reason: z.nullable(z.string()),
  /** When the person asked for it; null for what a filter did as the mail came. */
  at: z.nullable(Time),
})
export type MailboxAction = z.infer<typeof MailboxAction>

/** Another message of ours in which a mail was named, or that carried it: what became of that one. */
export const Carrier = z.object({
  id: Id,
  /** Whose way it is part of. */
  deliveryId: Id,
  /** `shown`: the mail once more and whole, because its person asked for it on the phone. */
  kind: z.enum(['announcement', 'digest', 'shown']),
  state: State,
  /** How many mails it names or carries. */
  messageCount: z.number(),
  createdAt: Time,
  acceptedAt: z.nullable(Time),
  deliveredAt: z.nullable(Time),
  readAt: z.nullable(Time),
})
export type Carrier = z.infer<typeof Carrier>

/** A mail that goes from phone to phone until somebody has it. */
export const EscalationCall = z.object({
  filterName: z.nullable(z.string()),
  state: EscalationState,
  afterMinutes: z.number(),
  thenEmail: z.boolean(),
  steps: z.array(z.extend(EscalationStep, { destinationName: z.string() })),
})
export type EscalationCall = z.infer<typeof EscalationCall>

/** A file that was to follow its mail and did not reach the phone. */
export const FailedFile = z.object({
  name: z.nullable(z.string()),
  destinationName: z.string(),
  /** A sentence for the owner. */
  reason: z.nullable(z.string()),
})
export type FailedFile = z.infer<typeof FailedFile>

export const MessageDetail = z.extend(MessageLine, {
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  date: z.nullable(z.string()),
  body: z.nullable(z.string()),
  attachments: z.array(Attachment),
  /** A sentence for the owner: what of the mail is not here, and why. */
  missing: z.nullable(z.string()),
  /** Null where nobody whom we trust checked its sender, or its content is erased. */
  auth: z.nullable(AuthResult),
  /** The badge with its reasons. */
  sender: z.optional(SenderBadge),
  result: z.enum(['matched', 'not_matched', 'suppressed']),
  decidedAt: Time,
  deliveries: z.array(Delivery),
  /** How it went from phone to phone until somebody had it. */
  calls: z.array(EscalationCall),
  /** The oldest first. */
  carriers: z.array(Carrier),
  mailboxActions: z.array(MailboxAction),
  failedFiles: z.array(FailedFile),
})
export type MessageDetail = z.infer<typeof MessageDetail>

/** A message of ours as the phone shows it. In `body`, `*bold*`, `_italic_` and `~struck~` are markup. */
export const OnPhone = z.object({
  header: z.nullable(z.string()),
  body: z.string(),
  footer: z.nullable(z.string()),
  buttons: z.array(z.string()),
  /** A file that the text stands under; without a name where it has none. */
  file: z.nullable(z.object({ kind: z.enum(['image', 'audio', 'video', 'document']), name: z.nullable(z.string()) })),
})
export type OnPhone = z.infer<typeof OnPhone>

/** What filters keep from a phone: all but the headers, or all but a summary; so many files; so many places blacked out. */
export const Hidden = z.object({ show: z.nullable(z.enum(['headers', 'summary'])), files: z.number(), redactions: z.number() })
export type Hidden = z.infer<typeof Hidden>

/** arrived = forwarded + underWay + held + failed + notMatched + suppressed */
export const Sum = z.object({
  since: Time,
  arrived: z.number(),
  forwarded: z.number(),
  underWay: z.number(),
  held: z.number(),
  failed: z.number(),
  /** Of the failed: those of which their person was told by e-mail, as they chose. */
  byEmail: z.number(),
  notMatched: z.number(),
  suppressed: z.number(),
})
export type Sum = z.infer<typeof Sum>

/**
 * `crossing`: everything that a filter sent on its way, wherever it stands now. `q`: words that the sender or the subject
 * has, all of them. What arrived from `since` on and before `until`.
 */
export const listMessagesApi = shape({
  query: z.extend(PageQuery, {
    mailboxId: z.optional(Id),
    destinationId: z.optional(Id),
    state: z._default(z.enum(['all', 'crossing', 'under_way', 'held', 'failed', 'forwarded', 'not_matched', 'suppressed']), 'all'),
    q: z.optional(z.string().check(z.maxLength(200, 'Search for 200 letters at most.'))),
    since: z.optional(Time),
    until: z.optional(Time),
  }),
  status: 200,
  /** `searchedTo`: how far back a search has looked, where it stopped before its page was full; the next page goes on there. */
  answer: z.extend(pageOf(MessageLine), { searchedTo: z.optional(Time) }),
})
export const getMessageApi = shape({ params: ById, status: 200, answer: MessageDetail })
/** `stored`: what decided when it came. `now`: what each filter of today, paused ones too, sees in it, every test of it. */
export const getExplanationsApi = shape({
  params: ById,
  query: z.object({ as: z._default(z.enum(['stored', 'now']), 'stored') }),
  status: 200,
  answer: pageOf(FilterExplanations.def.element),
})
/**
 * `shown`: null where the contents it would show were erased. `collected`: of a mail that waits for a digest, how many mails this
 * digest has by now; a single one goes as itself. `hidden`: null where nothing is, or several mails are shown.
 */
export const getOnPhoneApi = shape({
  params: ById,
  status: 200,
  answer: z.object({ preview: z.nullable(OnPhone), hidden: z.nullable(Hidden), collected: z.nullable(z.number()) }),
})
export const getLedgerApi = shape({
  query: z.object({ days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(365)), 1), mailboxId: z.optional(Id) }),
  status: 200,
  answer: z.object({
    sum: Sum,
    /** `daily`: what arrived in each 24 hours up to now, the oldest first. */
    perMailbox: z.array(z.object({ mailboxId: Id, arrived: z.number(), forwarded: z.number(), daily: z.array(z.number()) })),
    usage: z.object({ month: z.string(), reserved: z.number(), delivered: z.number(), allowance: z.nullable(z.number()) }),
  }),
})
