// Runs the product's filter engine on the sample emails; loaded when the demo is first used.
import type { Filter } from '../../../../core/filters/action.ts'
import { decide } from '../../../../core/filters/decide.ts'
import { compile } from '../../../../core/filters/engine/compile.ts'
import { explain } from '../../../../core/filters/explain.ts'
import { type FilterInput, toFilterInput } from '../../../../core/filters/fields.ts'
import type { TextField, TextTest } from '../../../../core/filters/tree.ts'
import type { Sample, SampleResult, TextSpans } from './samples.ts'

const phone = '00000000-0000-4000-8000-000000000001'
const fields = ['from', 'subject', 'body'] as const
const arrival = {
  arrivedAt: '2026-11-20T14:07:00Z',
  timeZone: 'UTC',
  mailbox: { address: 'maya@tidewell.example', kind: 'imap' },
  isFirstTimeSender: null,
} as const

/** The result of a filter for any of `words` for each sample; without words nothing matches. */
export function runFilter(words: string[], samples: readonly Sample[]): SampleResult[] {
  const engine = compile(words.length === 0 ? [] : [makeFilter(words)], new Map())
  return samples.map(sample => {
    const reading = toReading(sample)
    const isForwarded = decide(engine, reading, [phone]).result === 'matched'
    return isForwarded ? matchedSpans(words, reading, sample) : { isForwarded, name: [], subject: [], text: null }
  })
}

const textTest = (field: TextField, values: string[]): TextTest => ({ field, operator: 'contains', values })

const makeFilter = (words: string[]): Filter => ({
  id: '00000000-0000-4000-8000-000000000002',
  name: '',
  paused: false,
  condition: { any: fields.map(field => textTest(field, words)) },
  actions: [{ kind: 'forward', destinationIds: [] }],
})

/** Tests each word on its own, so that all of them are highlighted. */
function matchedSpans(words: string[], reading: FilterInput, { name }: Sample): SampleResult {
  const [from, subject, body] = fields.map(field =>
    words.map(word => findMatch(textTest(field, [word]), reading)).filter(match => match !== null),
  )
  const nameHits = (from ?? []).filter(match => match.seen.startsWith(name)).flatMap(match => match.hits)
  const bodyMatch = body?.[0] ?? null
  const spans = { name: nameHits.filter(hit => hit.end <= name.length), subject: (subject ?? []).flatMap(match => match.hits) }
  const hasVisibleMatch = spans.name.length + spans.subject.length > 0
  return { isForwarded: true, ...spans, text: hasVisibleMatch ? null : (bodyMatch ?? from?.[0] ?? null) }
}

function findMatch(test: TextTest, reading: FilterInput): { seen: string; hits: TextSpans } | null {
  const explanation = explain(test, reading)
  return 'test' in explanation && explanation.held ? { seen: explanation.seen, hits: explanation.hits } : null
}

const toReading = ({ name, address, subject, text }: Sample): FilterInput =>
  toFilterInput(
    {
      from: [{ name, address }],
      subject,
      body: text,
      ...{ to: [], cc: [], replyTo: [], deliveredTo: [], headers: [], attachments: [], date: null, messageId: null },
      ...{ sizeBytes: text.length, truncated: false, unparsed: null, fetched: 'all', calendar: null, auth: null },
    },
    { ...arrival, mailbox: { ...arrival.mailbox } },
    new Map(),
  )
