// An answer before it is a mail: all that is needed to write it, once decided and never asked again.
import { z } from 'zod/mini'
import { answers } from '../calendar/answers.ts'
import { MailAddress } from '../view.ts'

/** `body` is what is written, what is quoted and the signature, in lines that are not wrapped yet. */
export const ReplyDraft = z.object({
  from: MailAddress,
  /** Where answers go, when not to `from`. */
  replyTo: z.nullable(MailAddress),
  to: MailAddress,
  subject: z.string(),
  inReplyTo: z.nullable(z.string()),
  references: z.array(z.string()),
  /** What the person wrote, for the screen. */
  text: z.string(),
  body: z.string(),
  /** Of the answer to an invitation: what it says, and the calendar that says it to machines. */
  invitation: z.optional(z.object({ answer: z.enum(answers), title: z.string(), calendar: z.string() })),
})
export type ReplyDraft = z.infer<typeof ReplyDraft>

/** What a person is asked about before their answer leaves. */
export const Caution = z.enum(['new_address', 'no_reply', 'automatic', 'list', 'elsewhere', 'word'])
export type Caution = z.infer<typeof Caution>

/** Why there is no answer at all. */
export const NoReply = z.enum([
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
export type NoReply = z.infer<typeof NoReply>
