// The API for onboarding: which steps are done, and sending a test email.
import { z } from 'zod/mini'
import { Id, shape } from './shape.ts'

/** In order. */
export const steps = ['mailbox', 'phone', 'filter', 'delivered'] as const
export type OnboardingStep = (typeof steps)[number]

export const Onboarding = z.object({
  /** Whether a mailbox is connected, a phone linked, a filter created, and any email delivered. */
  done: z.object({ mailbox: z.boolean(), phone: z.boolean(), filter: z.boolean(), delivered: z.boolean() }),
  /** The Mailferry address for the test email; null if there is none. */
  address: z.nullable(z.string()),
  /** The user has dismissed onboarding. */
  dismissed: z.boolean(),
})
export type Onboarding = z.infer<typeof Onboarding>

export const getOnboardingApi = shape({ status: 200, answer: Onboarding })

/** At most six per hour. The email and its deliveries are stored when this responds. */
export const sendTestMailApi = shape({ status: 201, answer: z.object({ messageId: Id }) })
