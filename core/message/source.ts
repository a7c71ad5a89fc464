// The mail as it was sent: its parts, their headers and contents; kept only for filters that ask for it.
import { z } from 'zod/mini'

/** `raw` is the value before its encoded words were decoded, where that changes anything. */
export const Header = z.object({ name: z.string(), value: z.string(), raw: z.optional(z.string()) })
export type Header = z.infer<typeof Header>

/**
 * `type` is in small letters; empty where the mail writes none that can be read. `contents` is decoded: of a multipart what
 * stands before its parts and what after them, of an enclosed mail its header. `text` is what a reader sees of a text, null of
 * all else. The first part is the mail itself, its headers are the mail's.
 */
export const MailPart = z.object({
  type: z.string(),
  headers: z.array(Header),
  contents: z.array(z.string()),
  text: z.nullable(z.string()),
})
export type MailPart = z.infer<typeof MailPart>

/** `body` is all that follows the header. */
export const MailSource = z.object({ parts: z.array(MailPart), body: z.string() })
export type MailSource = z.infer<typeof MailSource>
