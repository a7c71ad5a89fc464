// The onboarding steps and their routes.
import { type Onboarding, type OnboardingStep, steps } from '../../../core/api/onboarding.ts'

export const pathOf: Record<OnboardingStep, string> = {
  mailbox: '/quick-setup',
  phone: '/whatsapp-setup',
  filter: '/first-filter',
  delivered: '/test-mail',
}

/** The first step that is open; null when all are done. */
export const nextOf = ({ done }: Onboarding): OnboardingStep | null => steps.find(step => !done[step]) ?? null

/** The step that is offered after this one: the next open one, from here on first. */
export function afterStep({ done }: Onboarding, step: OnboardingStep): OnboardingStep | null {
  const at = steps.indexOf(step)
  return [...steps.slice(at + 1), ...steps.slice(0, at)].find(other => !done[other]) ?? null
}

export const doneCount = ({ done }: Onboarding): number => steps.filter(step => done[step]).length
