// Tests which emails belong to a backlog and what each choice forwards.
import { expect, test } from 'vitest'
import type { DeliveryPreferences } from '../filters/delivery-preferences.ts'
import { plainPreferences } from '../filters/testing/plain-message.fixture.ts'
import { afterAbsence, isBacklog, toAbsence } from './backlog.ts'
import type { FinalDecision } from './final-decision.ts'

const at = (time: string) => new Date(`2026-11-22T${time}Z`)

test('fifteen minutes without contact are not an absence, nor is the time before the first contact', () => {
  expect(toAbsence(at('10:00:00'), at('10:15:00'))).toBe(null)
  expect(toAbsence(at('10:00:00'), at('10:15:01'))).toEqual({ since: at('10:00:00'), until: at('10:15:01') })
  expect(toAbsence(null, at('10:00:00'))).toBe(null)
  expect(toAbsence(at('10:00:00'), at('09:00:00'))).toBe(null)
})

const absence = { since: at('10:00:00'), until: at('12:00:00') }
test.each([
  ['long before it', at('09:58:59'), false],
  ['with a clock that is a minute behind', at('09:59:00'), true],
  ['in the middle', at('11:00:00'), true],
  ['in its last second', at('11:59:59'), true],
  ['after it', at('12:00:00'), false],
  ['at an unknown time', null, false],
])('an email that the server received %s', (_, receivedAt, expected) => {
  expect(isBacklog(receivedAt, absence)).toBe(expected)
  expect(isBacklog(receivedAt, null)).toBe(false)
})

const preferencesWith = (preferences: Partial<DeliveryPreferences>): DeliveryPreferences => ({ ...plainPreferences, ...preferences })
const decisionWith = (forwards: Record<string, DeliveryPreferences>): FinalDecision => ({
  result: 'matched',
  reason: null,
  forwards: Object.entries(forwards).map(([destinationId, preferences]) => ({
    ...{ filterId: 'f', filterName: 'F', redact: null, show: null },
    destinationId,
    preferences,
  })),
  mailboxActions: [{ kind: 'flag', folder: null, filterId: 'f' }],
  explanations: [],
  isIncomplete: false,
})
const both = decisionWith({ mine: preferencesWith({ isUrgent: true }), hers: preferencesWith({}) })

test('`forward` forwards everything', () => {
  expect(afterAbsence(both, 'forward')).toBe(both)
})

test('`digest` collects everything that no filter collects at its own time', () => {
  const weekly = { every: 'week' as const }
  const { forwards } = afterAbsence(decisionWith({ mine: preferencesWith({}), hers: preferencesWith({ digest: weekly }) }), 'digest')
  expect(forwards.map(({ preferences }) => preferences.digest)).toEqual([{ every: 'hour' }, weekly])
})

test('`note` forwards nothing, keeps the explanations, and runs the filters’ mailbox actions', () => {
  expect(afterAbsence(both, 'note')).toEqual({ ...both, result: 'suppressed', reason: 'backlog', forwards: [] })
})

test('an email without a match is not called a backlog', () => {
  const nothing: FinalDecision = { ...decisionWith({}), result: 'not_matched' }
  for (const choice of ['note', 'urgent', 'digest'] as const) expect(afterAbsence(nothing, choice)).toBe(nothing)
})

test('`urgent` forwards what is urgent for its phone', () => {
  expect(afterAbsence(both, 'urgent')).toEqual({ ...both, forwards: [both.forwards[0]] })
  expect(afterAbsence(decisionWith({ hers: preferencesWith({}) }), 'urgent')).toMatchObject({
    result: 'suppressed',
    reason: 'backlog',
    forwards: [],
  })
})
