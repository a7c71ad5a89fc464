// The API for messages and their results.
import { z } from 'zod/mini'
import { EscalationState, EscalationStep } from '../delivery/escalation.ts'
import { State } from '../delivery/states.ts'
import { FilterExplanations } from '../filters/explanation.ts'
import { SenderBadge, SenderBadgeKind } from '../message/sender-check/badge.ts'
import { Attachment, AuthResult, MailAddress } from '../message/view.ts'
import { Delivery } from './delivery.ts'
import { ById, Id, PageQuery, pageOf, shape, Time } from './shape.ts'

/** The state of a message on screen: that of its least finished delivery, or its result. */
export const MessageState = z.enum(['forwarded', 'under_way', 'held', 'failed', 'not_matched', 'suppressed'])
export type MessageState = z.infer<typeof MessageState>

export const MessageLine = z.object({
  id: Id,
  mailboxId: Id,
  mailboxAddress: z.string(),
  /** Null after the user's retention period. */
  from: z.nullable(MailAddress),
  subject: z.nullable(z.string()),
  /** The sender's badge on arrival; absent for older emails and erased contents. */
  badge: z.optional(SenderBadgeKind),
  /** When it was received here. */
  arrivedAt: Time,
  /** Its own date: when its mail server received it. Lists and sums go by it. */
  datedAt: Time,
  sizeBytes: z.number(),
  state: MessageState,
  reason: z.nullable(z.string()),
  filterName: z.nullable(z.string()),
  /** The delivery that decides the state; null without one. */
  delivery: z.nullable(Delivery),
})
export type MessageLine = z.infer<typeof MessageLine>

/** An action on an email in its mailbox, requested by a filter or the user. */
export const MailboxAction = z.object({
  by: z.enum(['filter', 'phone', 'screen']),
  kind: z.enum(['mark_read', 'flag', 'move', 'archive', 'move_back']),
  folder: z.nullable(z.string()),
  filterId: z.nullable(Id),
  filterName: z.nullable(z.string()),
  state: z.enum(['waiting', 'done', 'failed']),
  /** A sentence for the user saying why it was not done. */
  reason: z.nullable(z.string()),
  /** When the user requested it; null for filters. */
  at: z.nullable(Time),
})
export type MailboxAction = z.infer<typeof MailboxAction>

/** Another of our messages that named or contained the email. */
export const Carrier = z.object({
  id: Id,
  /** The delivery it belongs to. */
  deliveryId: Id,
  /** `shown`: the full email, because the user requested it on the phone. */
  kind: z.enum(['announcement', 'digest', 'shown']),
  state: State,
  /** How many emails it names or contains. */
  messageCount: z.number(),
  createdAt: Time,
  acceptedAt: z.nullable(Time),
  deliveredAt: z.nullable(Time),
  readAt: z.nullable(Time),
})
export type Carrier = z.infer<typeof Carrier>

/** An email that is sent from phone to phone until somebody has it. */
export const EscalationCall = z.object({
  filterName: z.nullable(z.string()),
  state: EscalationState,
  afterMinutes: z.number(),
  thenEmail: z.boolean(),
  steps: z.array(z.extend(EscalationStep, { destinationName: z.string() })),
})
export type EscalationCall = z.infer<typeof EscalationCall>

/** An attachment that did not reach the phone. */
export const FailedFile = z.object({
  name: z.nullable(z.string()),
  destinationName: z.string(),
  /** A sentence for the user. */
  reason: z.nullable(z.string()),
})
export type FailedFile = z.infer<typeof FailedFile>

export const MessageDetail = z.extend(MessageLine, {
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  date: z.nullable(z.string()),
  body: z.nullable(z.string()),
  attachments: z.array(Attachment),
  /** A sentence for the user saying what is missing, and why. */
  missing: z.nullable(z.string()),
  /** Null if no trusted server checked the sender, or the content is erased. */
  auth: z.nullable(AuthResult),
  /** The badge with its reasons. */
  sender: z.optional(SenderBadge),
  result: z.enum(['matched', 'not_matched', 'suppressed']),
  decidedAt: Time,
  deliveries: z.array(Delivery),
  /** How it was escalated from phone to phone. */
  calls: z.array(EscalationCall),
  /** Oldest first. */
  carriers: z.array(Carrier),
  mailboxActions: z.array(MailboxAction),
  failedFiles: z.array(FailedFile),
})
export type MessageDetail = z.infer<typeof MessageDetail>

/** One of our messages as the phone shows it. In `body`, `*bold*`, `_italic_` and `~struck~` are markup. */
export const OnPhone = z.object({
  header: z.nullable(z.string()),
  body: z.string(),
  footer: z.nullable(z.string()),
  buttons: z.array(z.string()),
  /** The file whose caption the text is; `name` is null if it has none. */
  file: z.nullable(z.object({ kind: z.enum(['image', 'audio', 'video', 'document']), name: z.nullable(z.string()) })),
})
export type OnPhone = z.infer<typeof OnPhone>

/** What filters hide from a phone: all but the headers or a summary, the number of files, and the number of redactions. */
export const Hidden = z.object({ show: z.nullable(z.enum(['headers', 'summary'])), files: z.number(), redactions: z.number() })
export type Hidden = z.infer<typeof Hidden>

/** `arrived` is the sum of `forwarded`, `underWay`, `held`, `failed`, `notMatched` and `suppressed`. */
export const Sum = z.object({
  since: Time,
  arrived: z.number(),
  forwarded: z.number(),
  underWay: z.number(),
  held: z.number(),
  failed: z.number(),
  /** Of the failed: those sent by email instead, as the user chose. */
  byEmail: z.number(),
  notMatched: z.number(),
  suppressed: z.number(),
})
export type Sum = z.infer<typeof Sum>

/**
 * `matched`: everything that a filter forwarded, in whatever state. `q`: words that must all be in the sender or subject.
 * Dated at or after `since` and before `until`.
 */
export const listMessagesApi = shape({
  query: z.extend(PageQuery, {
    mailboxId: z.optional(Id),
    destinationId: z.optional(Id),
    state: z._default(z.enum(['all', 'matched', 'under_way', 'held', 'failed', 'forwarded', 'not_matched', 'suppressed']), 'all'),
    q: z.optional(z.string().check(z.maxLength(200, 'Search for up to 200 characters.'))),
    since: z.optional(Time),
    until: z.optional(Time),
  }),
  status: 200,
  /** `searchedTo`: how far back a search went if it stopped before the page was full; the next page continues there. */
  answer: z.extend(pageOf(MessageLine), { searchedTo: z.optional(Time) }),
})
export const getMessageApi = shape({ params: ById, status: 200, answer: MessageDetail })
/** `stored`: the explanation from when it arrived. `now`: the full evaluation of all current filters, including paused ones. */
export const getExplanationsApi = shape({
  params: ById,
  query: z.object({ as: z._default(z.enum(['stored', 'now']), 'stored') }),
  status: 200,
  answer: pageOf(FilterExplanations.def.element),
})
/**
 * `preview`: null if the contents were erased. `collected`: for an email waiting for a digest, how many emails the digest has so far;
 * a single one is sent individually. `hidden`: null if nothing is hidden, or several emails are shown.
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
    /** `daily`: what is dated in each period of 24 hours until now, to the hour, oldest first. */
    perMailbox: z.array(z.object({ mailboxId: Id, arrived: z.number(), forwarded: z.number(), daily: z.array(z.number()) })),
    usage: z.object({ month: z.string(), reserved: z.number(), delivered: z.number(), allowance: z.nullable(z.number()) }),
  }),
})
