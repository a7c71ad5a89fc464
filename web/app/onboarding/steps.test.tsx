// Tests which onboarding step comes next.
import { expect, test } from 'vitest'
import type { Onboarding } from '../../../core/api/onboarding.ts'
import { afterStep, doneCount, nextOf } from './steps.ts'

const at = (mailbox: boolean, phone: boolean, filter: boolean, delivered: boolean): Onboarding => ({
  done: { mailbox, phone, filter, delivered },
  address: null,
  dismissed: false,
})

test('the first open step is next, whatever was done out of order', () => {
  expect(nextOf(at(false, false, false, false))).toBe('mailbox')
  expect(nextOf(at(true, false, true, false))).toBe('phone')
  expect(nextOf(at(true, true, true, true))).toBeNull()
})

test('from a step one goes on to those behind it, then to those that were skipped, and at last to none', () => {
  expect(afterStep(at(true, false, false, false), 'mailbox')).toBe('phone')
  expect(afterStep(at(true, false, true, false), 'filter')).toBe('delivered')
  expect(afterStep(at(false, true, true, true), 'delivered')).toBe('mailbox')
  expect(afterStep(at(true, true, true, false), 'delivered')).toBeNull()
  expect(doneCount(at(true, false, true, false))).toBe(2)
})
