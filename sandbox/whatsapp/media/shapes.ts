// How a message references a file: by upload id or by link, with optional extra fields.
import { z } from 'zod/mini'

const idOrLink = {
  id: z.optional(z.string().check(z.minLength(1))),
  link: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2048))),
}

/** Exactly one of `id` and `link`, plus the fields in `more`. */
export function mediaShape<More extends z.core.$ZodShape>(more: More) {
  return z
    .strictObject({ ...idOrLink, ...more })
    .check(z.refine(hasIdOrLink, { error: 'Either an id or a link is needed, not both', params: { code: 100 } }))
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

function hasIdOrLink(media: Record<string, unknown>): boolean {
  return (media['id'] === undefined) !== (media['link'] === undefined)
}
