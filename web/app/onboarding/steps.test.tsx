// Tests which onboarding step comes next.
import { expect, test } from 'vitest'
import type { Onboarding } from '../../../core/api/onboarding.ts'
import { countDone, findNextStep, findStepAfter } from './steps.ts'

const onboarding = (mailbox: boolean, phone: boolean, filter: boolean, delivered: boolean): Onboarding => ({
  done: { mailbox, phone, filter, delivered },
  address: null,
  dismissed: false,
})

test('the first open step is next, even if later ones are done', () => {
  expect(findNextStep(onboarding(false, false, false, false))).toBe('mailbox')
  expect(findNextStep(onboarding(true, false, true, false))).toBe('phone')
  expect(findNextStep(onboarding(true, true, true, true))).toBeNull()
})

test('after a step come the later ones, then the skipped ones, and finally none', () => {
  expect(findStepAfter(onboarding(true, false, false, false), 'mailbox')).toBe('phone')
  expect(findStepAfter(onboarding(true, false, true, false), 'filter')).toBe('delivered')
  expect(findStepAfter(onboarding(false, true, true, true), 'delivered')).toBe('mailbox')
  expect(findStepAfter(onboarding(true, true, true, false), 'delivered')).toBeNull()
  expect(countDone(onboarding(true, false, true, false))).toBe(2)
})
