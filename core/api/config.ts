// What the browser must know before anybody signs in.
import { z } from 'zod'
import { shape } from './shape.ts'

export const PublicConfig = z.object({
  mode: z.enum(['sandbox', 'production']),
  publicUrl: z.string(),
  publishableKey: z.string(),
  ipLookupUrl: z.string(),
  signUpOpen: z.boolean(),
  /** How long the contents of mails are kept; 0: until they are delivered. */
  retentionDays: z.number(),
  /** Where a mailbox may be connected by signing in with its provider. */
  mailSignIns: z.array(z.enum(['google', 'microsoft'])),
  /** Names of the foreign services that a stand-in plays; empty in production. */
  standIns: z.array(z.string()),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const getConfig = shape({ status: 200, answer: PublicConfig })
export const getIp = shape({ status: 200, answer: z.object({ ip: z.string() }) })
