// How a mail may go to a phone, as it is kept for phones that are asked later.
import { z } from 'zod'
import { Digest, QuietHours } from '../../../core/filters/action.ts'

export const Wishes = z.object({
  isUrgent: z.boolean(),
  digest: Digest.nullable(),
  quiet: QuietHours.nullable(),
  perHour: z.number().nullable(),
})
