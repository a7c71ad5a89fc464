// Where a message goes when its phone does not get it.
import { z } from 'zod/mini'

/** Another phone of the same person, or a letter to the address of their account. */
export const Fallback = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('destination'), id: z.uuid() }),
  z.object({ kind: z.literal('mail') }),
])
export type Fallback = z.infer<typeof Fallback>
