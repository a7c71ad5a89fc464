// An email's original HTML with its embedded pictures; only a sandboxed frame may show it.
import { z } from 'zod/mini'

export const supportedPictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export const PagePicture = z.object({
  /** The Content-ID that `cid:` URLs name, without angle brackets. */
  id: z.string(),
  type: z.enum(supportedPictureTypes),
  /** Base64. */
  data: z.string(),
})
export type PagePicture = z.infer<typeof PagePicture>

/** Untrusted: it is sanitized where it is shown. `isCut`: the HTML was longer. */
export const MailPage = z.object({ version: z.literal(1), html: z.string(), isCut: z.boolean(), pictures: z.array(PagePicture) })
export type MailPage = z.infer<typeof MailPage>
