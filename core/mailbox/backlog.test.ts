// Mail of an absence: which mail that is, and what each choice lets through.
import { expect, test } from 'vitest'
import type { Filter } from '../filters/action.ts'
import { absenceOf, afterAbsence, isBacklog } from './backlog.ts'
import type { Ruling } from './ruling.ts'

const at = (time: string) => new Date(`2026-11-22T${time}Z`)

test('a silence of fifteen minutes is no absence yet, and a mailbox that never lived was not away', () => {
  expect(absenceOf(at('10:00:00'), at('10:15:00'))).toBe(null)
  expect(absenceOf(at('10:00:00'), at('10:15:01'))).toEqual({ since: at('10:00:00'), until: at('10:15:01') })
  expect(absenceOf(null, at('10:00:00'))).toBe(null)
  expect(absenceOf(at('10:00:00'), at('09:00:00'))).toBe(null)
})

const absence = { since: at('10:00:00'), until: at('12:00:00') }
test.each([
  ['long before it', at('09:58:59'), false],
  ['by a clock that is a minute behind', at('09:59:00'), true],
  ['in the middle', at('11:00:00'), true],
  ['in its last second', at('11:59:59'), true],
  ['when it was over', at('12:00:00'), false],
  ['nobody knows when', null, false],
])('a mail that the server took %s', (_, receivedAt, expected) => {
  expect(isBacklog(receivedAt, absence)).toBe(expected)
  expect(isBacklog(receivedAt, null)).toBe(false)
})

const forward = (...destinationIds: string[]) => ({ kind: 'forward' as const, destinationIds })
const filter = (id: string, actions: Filter['actions']): Filter => ({
  id,
  name: id,
  paused: false,
  condition: { field: 'subject', operator: 'contains', values: ['x'] },
  actions,
})
const saw = (filterId: string, held: boolean | null) => ({
  filterId,
  filterName: filterId,
  explanation: { group: 'all' as const, held, parts: [] },
  acted: held !== false,
})
const ruling = (forwards: [filterId: string, destinationId: string][], explanations: Ruling['explanations']): Ruling => ({
  verdict: 'matched',
  reason: null,
  forwards: forwards.map(([filterId, destinationId]) => ({ filterId, filterName: filterId, destinationId, redact: null })),
  deeds: [{ kind: 'flag', folder: null, filterId: 'f' }],
  explanations,
  isOpen: false,
})
const plain = filter('plain', [forward()])
const urgent = filter('urgent', [forward('mine'), { kind: 'urgent' }])
const mark = filter('mark', [{ kind: 'urgent' }])
const all = [plain, urgent, mark]
const both = ruling(
  [
    ['plain', 'mine'],
    ['plain', 'hers'],
  ],
  [saw('plain', true), saw('urgent', true), saw('mark', false)],
)

test('forward and digest let all through', () => {
  for (const choice of ['forward', 'digest'] as const) expect(afterAbsence(both, choice, all)).toBe(both)
})

test('note lets nothing through, keeps what was seen, and does in the mailbox what filters ask', () => {
  expect(afterAbsence(both, 'note', all)).toEqual({ ...both, verdict: 'suppressed', reason: 'backlog', forwards: [] })
})

test('what matched nothing is not called a backlog', () => {
  const nothing: Ruling = { ...ruling([], []), verdict: 'not_matched' }
  for (const choice of ['note', 'urgent'] as const) expect(afterAbsence(nothing, choice, all)).toBe(nothing)
})

test('urgent lets through what an urgent filter sends there, whichever filter named the phone first', () => {
  expect(afterAbsence(both, 'urgent', all)).toEqual({ ...both, forwards: [both.forwards[0]] })
  expect(afterAbsence(both, 'urgent', [plain, mark])).toMatchObject({ verdict: 'suppressed', reason: 'backlog', forwards: [] })
})

test('an urgent filter that forwards nowhere calls it urgent everywhere, and one that could not be asked does to be safe', () => {
  const marked = { ...both, explanations: [saw('plain', true), saw('mark', true)] }
  expect(afterAbsence(marked, 'urgent', all).forwards).toHaveLength(2)
  const unsure = { ...both, explanations: [saw('plain', true), saw('urgent', null)] }
  expect(afterAbsence(unsure, 'urgent', all).forwards).toEqual([both.forwards[0]])
})
