// The onboarding steps and their routes.
import { type Onboarding, type OnboardingStep, steps } from '../../../core/api/onboarding.ts'

export const stepPaths: Record<OnboardingStep, string> = {
  mailbox: '/quick-setup',
  phone: '/whatsapp-setup',
  filter: '/first-filter',
  delivered: '/test-mail',
}

/** The first open step; null when all are done. */
export const findNextStep = ({ done }: Onboarding): OnboardingStep | null => steps.find(step => !done[step]) ?? null

/** The step to offer after this one: the next open one, wrapping around at the end. */
export function findStepAfter({ done }: Onboarding, step: OnboardingStep): OnboardingStep | null {
  const at = steps.indexOf(step)
  return [...steps.slice(at + 1), ...steps.slice(0, at)].find(other => !done[other]) ?? null
}

export const countDone = ({ done }: Onboarding): number => steps.filter(step => done[step]).length
