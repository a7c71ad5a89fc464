// A reply draft: everything needed to write the email, decided once.
import { z } from 'zod/mini'
import { answers } from '../calendar/answers.ts'
import { MailAddress } from '../view.ts'

/** `body` is the text, the quotation and the signature, not wrapped yet. */
export const ReplyDraft = z.object({
  from: MailAddress,
  /** Where replies go, if not to `from`. */
  replyTo: z.nullable(MailAddress),
  to: MailAddress,
  subject: z.string(),
  inReplyTo: z.nullable(z.string()),
  references: z.array(z.string()),
  /** What the user wrote, for the screen. */
  text: z.string(),
  body: z.string(),
  /** Set if the reply answers an invitation; `calendar` is the iCalendar text. */
  invitation: z.optional(z.object({ answer: z.enum(answers), title: z.string(), calendar: z.string() })),
})
export type ReplyDraft = z.infer<typeof ReplyDraft>

/** Reasons to ask the user before the reply is sent. */
export const Caution = z.enum(['new_address', 'no_reply', 'automatic', 'list', 'elsewhere', 'word'])
export type Caution = z.infer<typeof Caution>

/** Why no reply is possible. */
export const ReplyRefusal = z.enum([
  'gone',
  'nobody',
  'bounce',
  'own_address',
  'empty',
  'too_long',
  'too_large',
  'too_many',
  'no_way',
  'not_invited',
  'event_cancelled',
  'event_over',
])
export type ReplyRefusal = z.infer<typeof ReplyRefusal>
