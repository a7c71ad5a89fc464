// The states of a delivery and the only ways between them: they never go backwards.
import { z } from 'zod'

export const State = z.enum([
  'held',
  'queued',
  'sending',
  'unknown',
  'accepted',
  'sent',
  'delivered',
  'read',
  'failed',
  'cancelled',
  'expired',
])
export type State = z.infer<typeof State>
