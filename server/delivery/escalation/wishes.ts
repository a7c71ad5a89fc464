// How a mail may go to a phone, as it is kept for phones that are asked later.
import { z } from 'zod/mini'
import { Digest, QuietHours } from '../../../core/filters/action.ts'

export const Wishes = z.object({
  isUrgent: z.boolean(),
  digest: z.nullable(Digest),
  quiet: z.nullable(QuietHours),
  perHour: z.nullable(z.number()),
})
