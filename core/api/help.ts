// The API for the "Did this guide help?" vote.
import { z } from 'zod/mini'
import { Nothing, shape } from './shape.ts'

/** The guides under `/help/`, in reading order. */
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

/** `voter`: a random id per browser and guide; a later vote replaces the earlier one. */
export const addVoteApi = shape({ body: z.object({ guide: Guide, useful: z.boolean(), voter: z.uuid() }), status: 202, answer: Nothing })
