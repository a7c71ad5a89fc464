// How a message names a file: by the id of an upload or by a link, and what may stand beside it.
import { z } from 'zod'

const idOrLink = {
  id: z.string().min(1).optional(),
  link: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
}

/** One of `id` and `link`, and `more`. */
export function mediaShape<More extends z.ZodRawShape>(more: More) {
  return z
    .strictObject({ ...idOrLink, ...more })
    .refine(isOneOf, { error: 'Either an id or a link is needed, not both', params: { code: 100 } })
}

const caption = z.string().min(1).max(1024).optional()

export const mediaMessages = {
  image: mediaShape({ caption }),
  document: mediaShape({ caption, filename: z.string().min(1).max(240).optional() }),
  audio: mediaShape({}),
  video: mediaShape({ caption }),
  sticker: mediaShape({}),
}

export type MediaKind = keyof typeof mediaMessages
export type MediaRef = { kind: MediaKind; id: string | null }

function isOneOf(media: Record<string, unknown>): boolean {
  return (media['id'] === undefined) !== (media['link'] === undefined)
}
