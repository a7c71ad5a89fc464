// How a picture may be asked to be shown: smaller, cut, stretched.
import { z } from 'zod/mini'

const side = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2500))

/** The parameters of storage-api; from a query they come as text. */
export const Transform = z.object({
  width: z.optional(side),
  height: z.optional(side),
  resize: z.optional(z.enum(['cover', 'contain', 'fill'])),
  quality: z.optional(z.coerce.number().check(z.int(), z.minimum(20), z.maximum(100))),
  format: z.optional(z.enum(['origin', 'avif'])),
})
export type Transform = z.infer<typeof Transform>
