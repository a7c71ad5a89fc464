// Test data: filters and trials.

import type { TrialLine, TrialSample } from '../../../core/api/filter-trials.ts'
import type { FilterLine } from '../../../core/api/filters.ts'
import type { Explanation } from '../../../core/filters/explanation.ts'
import type { Condition, Test } from '../../../core/filters/tree.ts'
import { at, testId } from './messages.fixture.ts'

export const subjectContains = (...values: string[]): Test => ({ field: 'subject', operator: 'contains', values })

export const filterLine = (n: number, name: string, condition: Condition, overrides: Partial<FilterLine> = {}): FilterLine => ({
  id: testId(n),
  name,
  paused: false,
  condition,
  actions: [{ kind: 'forward', destinationIds: [] }],
  position: n,
  version: 1,
  createdAt: at('08:00:00'),
  updatedAt: at('08:00:00'),
  lastMatchedAt: null,
  matchedDaily: Array.from({ length: 30 }, () => 0),
  ...overrides,
})

/** The explanation for a word that is looked for in the subject. */
export const foundInSubject = (word: string, subject: string): Explanation => ({
  test: subjectContains(word),
  held: subject.includes(word),
  seen: subject,
  hits: subject.includes(word) ? [{ start: subject.indexOf(word), end: subject.indexOf(word) + word.length }] : [],
})

export const trialSample = (n: number, subject: string, change: TrialSample['change'], explanation: Explanation): TrialSample => ({
  messageId: testId(n),
  from: { name: `Sender ${n}`, address: `sender${n}@example.com` },
  subject,
  datedAt: at(`12:${String(n % 60).padStart(2, '0')}:00`),
  change,
  explanation,
})

export const doneLine = (overrides: Partial<Extract<TrialLine, { kind: 'done' }>> = {}): TrialLine => ({
  kind: 'done',
  looked: 2310,
  of: 2310,
  matched: 17,
  gained: 3,
  lost: 14,
  unknown: 0,
  since: '2026-10-03T08:00:00Z',
  perDay: 1.2,
  perMonth: 36,
  usedThisMonth: 412,
  allowance: 1000,
  ...overrides,
})

/** The streamed response of a trial. */
export const streamed = (lines: TrialLine[]): Response =>
  new Response(lines.map(line => `${JSON.stringify(line)}\n`).join(''), { headers: { 'content-type': 'application/x-ndjson' } })
