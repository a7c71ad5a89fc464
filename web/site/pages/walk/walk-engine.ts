// Runs a sample email through three filters with the product's engine; loaded when the walk-through starts.
import type { Filter } from '../../../../core/filters/action.ts'
import { decide } from '../../../../core/filters/decide.ts'
import { compile } from '../../../../core/filters/engine/compile.ts'
import type { Explanation } from '../../../../core/filters/explanation.ts'
import { openReading } from '../../../../core/filters/fields.ts'
import type { Condition, Test } from '../../../../core/filters/tree.ts'
import type { WalkMail } from './sample-emails.ts'

/** A test that was made: what it looked for, and what it saw. `isException`: the filter holds only where it does not. */
export interface Made {
  test: Test
  held: boolean
  isException: boolean
  seen: string
  hits: { start: number; end: number }[]
}

export interface Walked {
  crosses: boolean
  /** The name of the filter that forwards it. */
  by: string | null
  filters: { id: string; name: string; held: boolean; made: Made[] }[]
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

/** `names` are those of the three filters, in their order. */
export function walk(mail: WalkMail, names: readonly string[]): Walked {
  const filters = conditions.map((condition, at): Filter => {
    const id = `00000000-0000-4000-8000-00000000001${at}`
    return { id, name: names[at] ?? '', paused: false, condition, actions: [{ kind: 'forward', destinationIds: [] }] }
  })
  const { result, forwards, explanations } = decide(compile(filters, new Map()), readingOf(mail), [phone])
  return {
    crosses: result === 'matched',
    by: forwards[0]?.filterName ?? null,
    filters: explanations.map(({ filterId, filterName, explanation }) => ({
      ...{ id: filterId, name: filterName, held: explanation.held === true, made: madeIn(explanation, false) },
    })),
  }
}

function madeIn(explanation: Explanation, isException: boolean): Made[] {
  if ('parts' in explanation) return explanation.parts.flatMap(part => madeIn(part, isException || explanation.group === 'none'))
  const { test, held, seen, hits } = explanation
  return held === null ? [] : [{ test, held, isException, seen, hits }]
}

const readingOf = ({ name, address, subject, text }: WalkMail) =>
  openReading(
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
