// An email's MIME source: its parts with headers and contents; stored only if a filter needs it.
import { z } from 'zod/mini'

/** `raw` is the value with its encoded words, if decoding changed it. */
export const MessageHeader = z.object({ name: z.string(), value: z.string(), raw: z.optional(z.string()) })
export type MessageHeader = z.infer<typeof MessageHeader>

/**
 * `type` is lower-cased; empty if it is missing or unreadable. `contents` is decoded: for a multipart its preamble and epilogue, for an
 * enclosed email its header. `text` is the readable text of a text part, null for all others. The first part is the email itself.
 */
export const MailPart = z.object({
  type: z.string(),
  headers: z.array(MessageHeader),
  contents: z.array(z.string()),
  text: z.nullable(z.string()),
})
export type MailPart = z.infer<typeof MailPart>

/** `body` is everything after the header. */
export const MailSource = z.object({ parts: z.array(MailPart), body: z.string() })
export type MailSource = z.infer<typeof MailSource>
