// The HTML of a mail as it was sent, with the pictures that it brought along; only a browser's frame may show it.
import { z } from 'zod/mini'

export const picturesKept = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export const PagePicture = z.object({
  /** As `cid:` names it, without brackets. */
  id: z.string(),
  type: z.enum(picturesKept),
  /** In base64. */
  data: z.string(),
})
export type PagePicture = z.infer<typeof PagePicture>

/** Nothing in it is to be trusted: it is cleaned where it is shown. `isCut`: the mail's HTML goes on. */
export const MailPage = z.object({ version: z.literal(1), html: z.string(), isCut: z.boolean(), pictures: z.array(PagePicture) })
export type MailPage = z.infer<typeof MailPage>
