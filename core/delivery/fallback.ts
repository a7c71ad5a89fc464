// Decides where a message is sent when its phone cannot receive it.
import { z } from 'zod/mini'

/** Another phone of the same user, or an email to their account's address. */
export const Fallback = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('destination'), id: z.uuid() }),
  z.object({ kind: z.literal('mail') }),
])
export type Fallback = z.infer<typeof Fallback>
