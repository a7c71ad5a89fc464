// How a message names a file: by the id of an upload or by a link, and what may stand beside it.
import { z } from 'zod/mini'

const idOrLink = {
  id: z.optional(z.string().check(z.minLength(1))),
  link: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2048))),
}

/** One of `id` and `link`, and `more`. */
export function mediaShape<More extends z.core.$ZodShape>(more: More) {
  return z
    .strictObject({ ...idOrLink, ...more })
    .check(z.refine(isOneOf, { error: 'Either an id or a link is needed, not both', params: { code: 100 } }))
}

const caption = z.optional(z.string().check(z.minLength(1), z.maxLength(1024)))

export const mediaMessages = {
  image: mediaShape({ caption }),
  document: mediaShape({ caption, filename: z.optional(z.string().check(z.minLength(1), z.maxLength(240))) }),
  audio: mediaShape({}),
  video: mediaShape({ caption }),
  sticker: mediaShape({}),
}

export type MediaKind = keyof typeof mediaMessages
export type MediaRef = { kind: MediaKind; id: string | null }

function isOneOf(media: Record<string, unknown>): boolean {
  return (media['id'] === undefined) !== (media['link'] === undefined)
}
