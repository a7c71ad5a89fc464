// Runs a sample email through three filters with the product's engine; loaded when the walk-through starts.
import type { Filter } from '../../../../core/filters/action.ts'
import { decide } from '../../../../core/filters/decide.ts'
import { compile } from '../../../../core/filters/engine/compile.ts'
import type { Explanation } from '../../../../core/filters/explanation.ts'
import { toFilterInput } from '../../../../core/filters/fields.ts'
import type { Condition, Test } from '../../../../core/filters/tree.ts'
import type { WalkEmail } from './sample-emails.ts'

/** An evaluated test and what it saw. With `isException`, the filter matches only if the test does not. */
export interface WalkTest {
  test: Test
  held: boolean
  isException: boolean
  seen: string
  hits: { start: number; end: number }[]
}

export interface WalkResult {
  isForwarded: boolean
  /** The name of the filter that forwards it. */
  filterName: string | null
  filters: { id: string; name: string; held: boolean; testResults: WalkTest[] }[]
}

const phone = '00000000-0000-4000-8000-000000000001'
const conditions: Condition[] = [
  {
    all: [
      { field: 'from', operator: 'ends', values: ['@harborbank.example'] },
      { none: [{ field: 'from', operator: 'contains', values: ['news@'] }] },
    ],
  },
  {
    any: [
      { field: 'subject', operator: 'contains', values: ['invoice', 'receipt'] },
      { field: 'body', operator: 'contains', values: ['payable'] },
    ],
  },
  {
    any: [
      { field: 'from', operator: 'contains', values: ['greenfield-school.example'] },
      { field: 'subject', operator: 'starts', values: ['New order'] },
    ],
  },
]

/** `names` are the names of the three filters, in order. */
export function walk(email: WalkEmail, names: readonly string[]): WalkResult {
  const filters = conditions.map((condition, index): Filter => {
    const id = `00000000-0000-4000-8000-00000000001${index}`
    return { id, name: names[index] ?? '', paused: false, condition, actions: [{ kind: 'forward', destinationIds: [] }] }
  })
  const { result, forwards, explanations } = decide(compile(filters, new Map()), toReading(email), [phone])
  return {
    isForwarded: result === 'matched',
    filterName: forwards[0]?.filterName ?? null,
    filters: explanations.map(({ filterId, filterName, explanation }) => ({
      ...{ id: filterId, name: filterName, held: explanation.held === true, testResults: collectTests(explanation, false) },
    })),
  }
}

function collectTests(explanation: Explanation, isException: boolean): WalkTest[] {
  if ('parts' in explanation) return explanation.parts.flatMap(part => collectTests(part, isException || explanation.group === 'none'))
  const { test, held, seen, hits } = explanation
  return held === null ? [] : [{ test, held, isException, seen, hits }]
}

const toReading = ({ name, address, subject, text }: WalkEmail) =>
  toFilterInput(
    {
      from: [{ name, address }],
      subject,
      body: text,
      ...{ to: [], cc: [], replyTo: [], deliveredTo: [], headers: [], attachments: [], date: null, messageId: null },
      ...{ sizeBytes: text.length, truncated: false, unparsed: null, fetched: 'all', calendar: null, auth: null },
    },
    {
      ...{ arrivedAt: '2026-11-20T14:07:00Z', timeZone: 'UTC', isFirstTimeSender: null },
      mailbox: { address: 'maya@tidewell.example', kind: 'imap' },
    },
    new Map(),
  )
