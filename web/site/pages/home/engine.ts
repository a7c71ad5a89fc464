// Runs the product's filter engine on the sample emails; loaded when the demo is first used.
import type { Filter } from '../../../../core/filters/action.ts'
import { decide } from '../../../../core/filters/decide.ts'
import { compile } from '../../../../core/filters/engine/compile.ts'
import { explain } from '../../../../core/filters/explain.ts'
import { openReading, type Reading } from '../../../../core/filters/fields.ts'
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

/** What a filter for any of `words` sees in each mail; without words nothing crosses. */
export function sightsOf(words: string[], samples: readonly Sample[]): SampleResult[] {
  const engine = compile(words.length === 0 ? [] : [filterFor(words)], new Map())
  return samples.map(sample => {
    const reading = readingOf(sample)
    const crosses = decide(engine, reading, [phone]).result === 'matched'
    return crosses ? sightOf(words, reading, sample) : { crosses, name: [], subject: [], text: null }
  })
}

const testOf = (field: TextField, values: string[]): TextTest => ({ field, operator: 'contains', values })

const filterFor = (words: string[]): Filter => ({
  id: '00000000-0000-4000-8000-000000000002',
  name: '',
  paused: false,
  condition: { any: fields.map(field => testOf(field, words)) },
  actions: [{ kind: 'forward', destinationIds: [] }],
})

/** Each word is asked alone, so that all of them are marked. */
function sightOf(words: string[], reading: Reading, { name }: Sample): SampleResult {
  const [from, subject, body] = fields.map(field => words.map(word => seen(testOf(field, [word]), reading)).filter(one => one !== null))
  const inName = (from ?? []).filter(one => one.seen.startsWith(name)).flatMap(one => one.hits)
  const first = body?.[0] ?? null
  const places = { name: inName.filter(hit => hit.end <= name.length), subject: (subject ?? []).flatMap(one => one.hits) }
  const isSeen = places.name.length + places.subject.length > 0
  return { crosses: true, ...places, text: isSeen ? null : (first ?? from?.[0] ?? null) }
}

function seen(test: TextTest, reading: Reading): { seen: string; hits: TextSpans } | null {
  const explained = explain(test, reading)
  return 'test' in explained && explained.held ? { seen: explained.seen, hits: explained.hits } : null
}

const readingOf = ({ name, address, subject, text }: Sample): Reading =>
  openReading(
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
