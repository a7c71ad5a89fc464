// The API of onboarding: which steps are done, and sending a test email.
import { z } from 'zod/mini'
import { Id, shape } from './shape.ts'

/** In the order in which they are offered. */
export const steps = ['mailbox', 'phone', 'filter', 'delivered'] as const
export type OnboardingStep = (typeof steps)[number]

export const Onboarding = z.object({
  /** Whether mail comes in, a phone was linked, a filter is there, and any mail has ever reached a phone. */
  done: z.object({ mailbox: z.boolean(), phone: z.boolean(), filter: z.boolean(), delivered: z.boolean() }),
  /** The address of ours that a test mail goes to; null where there is none. */
  address: z.nullable(z.string()),
  /** The person wants no offer of it any more. */
  dismissed: z.boolean(),
})
export type Onboarding = z.infer<typeof Onboarding>

export const getOnboardingApi = shape({ status: 200, answer: Onboarding })

/** Six an hour. The mail has been kept, and its deliveries too, when this answers. */
export const sendTestMailApi = shape({ status: 201, answer: z.object({ messageId: Id }) })
