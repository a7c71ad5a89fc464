// The filter view of a message: what filters, explanations and screens see of a mail.
import { z } from 'zod'

export const MailAddress = z.object({ name: z.string(), address: z.string() })
export type MailAddress = z.infer<typeof MailAddress>

export const Attachment = z.object({ name: z.string(), type: z.string(), sizeBytes: z.number() })

/** Headers keep their order and case; addresses are lower-cased; text is at most 64 KB, `truncated` says when more was there. */
export const MailView = z.object({
  from: z.array(MailAddress),
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  replyTo: z.array(MailAddress),
  subject: z.string(),
  date: z.string().nullable(),
  messageId: z.string().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
  attachments: z.array(Attachment),
  sizeBytes: z.number(),
  truncated: z.boolean(),
  /** Set when the mail could not be parsed and only its headers are known; the person reads a notice. */
  unparsed: z.string().nullable(),
})
export type MailView = z.infer<typeof MailView>
