// The API for the settings that the browser needs before anyone signs in.
import { z } from 'zod/mini'
import { shape } from './shape.ts'

export const PublicConfig = z.object({
  mode: z.enum(['sandbox', 'production']),
  publicUrl: z.string(),
  publishableKey: z.string(),
  ipLookupUrl: z.string(),
  signUpOpen: z.boolean(),
  /** Plans are sold here; otherwise everything is free and unlimited. */
  sellsPlans: z.boolean(),
  /** Whether users may sign in by phone, with a code sent by WhatsApp. */
  phones: z.boolean(),
  /** The sign-in providers: the name on the wire and the label of the button. */
  providers: z.array(z.object({ name: z.string(), label: z.string() })),
  /** The captcha for signing in and up; null if there is none. */
  captcha: z.nullable(z.object({ provider: z.enum(['hcaptcha', 'turnstile']), siteKey: z.string() })),
  /** The available second factors. */
  secondFactors: z.array(z.enum(['totp', 'phone', 'webauthn'])),
  /** How long email contents are stored; 0: until they are delivered. */
  retentionDays: z.number(),
  /** The providers whose mailboxes may be connected by signing in. */
  mailSignIns: z.array(z.enum(['google', 'microsoft'])),
  /** The names of simulated services; empty in production. */
  standIns: z.array(z.string()),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const getConfigApi = shape({ status: 200, answer: PublicConfig })
export const getIpApi = shape({ status: 200, answer: z.object({ ip: z.string() }) })
