// The API of the settings that the browser needs before anyone signs in.
import { z } from 'zod/mini'
import { shape } from './shape.ts'

export const PublicConfig = z.object({
  mode: z.enum(['sandbox', 'production']),
  publicUrl: z.string(),
  publishableKey: z.string(),
  ipLookupUrl: z.string(),
  signUpOpen: z.boolean(),
  /** Whether one may sign in by phone, with a code by WhatsApp. */
  phones: z.boolean(),
  /** Whom people may sign in with: the name on the wire, and the word on the button. */
  providers: z.array(z.object({ name: z.string(), label: z.string() })),
  /** What people solve before they sign in or up; null where they need not. */
  captcha: z.nullable(z.object({ provider: z.enum(['hcaptcha', 'turnstile']), siteKey: z.string() })),
  /** What may be the second step of signing in. */
  secondFactors: z.array(z.enum(['totp', 'phone', 'webauthn'])),
  /** How long the contents of mails are kept; 0: until they are delivered. */
  retentionDays: z.number(),
  /** Where a mailbox may be connected by signing in with its provider. */
  mailSignIns: z.array(z.enum(['google', 'microsoft'])),
  /** Names of the foreign services that a stand-in plays; empty in production. */
  standIns: z.array(z.string()),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const getConfigApi = shape({ status: 200, answer: PublicConfig })
export const getIpApi = shape({ status: 200, answer: z.object({ ip: z.string() }) })
