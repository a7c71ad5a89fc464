// How a picture may be asked to be shown: smaller, cut, stretched.
import { z } from 'zod'

const side = z.coerce.number().int().min(1).max(2500)

/** The parameters of storage-api; from a query they come as text. */
export const Transform = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  format: z.enum(['origin', 'avif']).optional(),
})
export type Transform = z.infer<typeof Transform>
