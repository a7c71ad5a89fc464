// The API of the "Did this guide help?" vote.
import { z } from 'zod/mini'
import { Nothing, shape } from './shape.ts'

/** What stands behind `/help/`, in the order in which they are read. */
export const Guide = z.enum([
  'quick-setup',
  'email-setup',
  'whatsapp-setup',
  'creating-filters',
  'advanced-rules',
  'first-email',
  'gmail-integration',
  'whatsapp-guide',
  'community',
])
export type Guide = z.infer<typeof Guide>

/** `voter` is made up by a browser for one guide alone; its later vote replaces the earlier one. */
export const addVoteApi = shape({ body: z.object({ guide: Guide, useful: z.boolean(), voter: z.uuid() }), status: 202, answer: Nothing })
