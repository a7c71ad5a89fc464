// Builds random messages from the words and bounds of given conditions, where a wrong proof is most likely to show.
import type { MailView } from '../../message/view.ts'
import { fold } from '../../text/fold.ts'
import { conditionsIn, isTest } from '../edit.ts'
import { type FilterInput, toFilterInput } from '../fields.ts'
import type { Condition, Lists, Test } from '../tree.ts'
import { plainArrival, plainView } from './plain-message.fixture.ts'

const lists: Lists = new Map([
  ['Mine', new Set(['boss@example.com', '42'])],
  ['More', new Set(['boss@example.com', '42', 'invoice'])],
])

/** Returns a hundred messages chosen by `seed`. */
export function mailsAround(conditions: Condition[], seed: number): FilterInput[] {
  const tests = conditions.flatMap(listTests)
  const random = randomFrom(seed)
  const words = tests.flatMap(test => ('values' in test ? test.values : []))
  return Array.from({ length: 100 }, () => randomMessage(tests, words, random))
}

const listTests = (condition: Condition): Test[] => (isTest(condition) ? [condition] : conditionsIn(condition).flatMap(listTests))

function randomMessage(tests: Test[], words: string[], random: (below: number) => number): FilterInput {
  const randomText = (): string => {
    const count = random(3)
    const chosen = Array.from({ length: count }, () => words[random(words.length || 1)] ?? 'x')
    const glue = ['', ' ', 'a', 'xn--mnchen-3ya'][random(4)] ?? ''
    return chosen.join(glue).replaceAll('*', ['', 'q', '*'][random(3)] ?? '')
  }
  const person = () => ({ name: random(3) === 0 ? randomText() : '', address: fold(randomText()).text || 'a@b.example' })
  const people = () => Array.from({ length: random(3) }, person)
  const headers = tests.flatMap(test => (test.field === 'header' && random(2) === 0 ? [{ name: test.name, value: randomText() }] : []))
  const bounds = tests.flatMap(test => ('bytes' in test ? [test.bytes] : []))
  const sums = tests.flatMap(test => (test.field === 'amount' ? (test.operator === 'between' ? [test.from, test.to] : [test.amount]) : []))
  const bill = () => {
    const amount = Math.max(0, (sums[random(sums.length || 1)] ?? 10) + random(3) - 1)
    return `Total: ${['EUR', 'USD', 'MXN'][random(3)]} ${amount}\n`.repeat(random(3))
  }
  const nearBound = () => Math.max(0, (bounds[random(bounds.length || 1)] ?? 10) + random(3) - 1)
  const attachments = Array.from({ length: random(5) }, () => ({
    name: randomText(),
    type: ['application/pdf', randomText()][random(2)] ?? '',
    sizeBytes: nearBound(),
  }))
  const checked = () => (['pass', 'fail', 'none'] as const)[random(3)] ?? 'none'
  const view = plainView({
    ...{
      subject: randomText(),
      body: sums.length > 0 ? bill() : random(4) === 0 ? '' : randomText(),
      from: people(),
      to: people(),
      cc: people(),
      replyTo: people(),
    },
    ...{
      headers: [...headers, ...(random(3) === 0 ? [{ name: 'List-Id', value: randomText() }] : [])],
      attachments,
      sizeBytes: nearBound(),
    },
    ...{
      deliveredTo: people().map(one => one.address),
      calendar: ([null, 'request', 'cancel', 'reply', 'other'] as const)[random(5)] ?? null,
    },
    auth: random(3) === 0 ? null : { spf: checked(), dkim: checked(), dmarc: checked() },
    sender: senders[random(senders.length)],
  })
  const first = ([true, false, null] as const)[random(3)] ?? null
  return toFilterInput(view, plainArrival({ arrivedAt: timeNear(tests, random), isFirstTimeSender: first }), lists)
}

/** Every badge, and each pair of reasons. */
const kinds = ['lookalike', 'name_brand', 'checks_failed', 'reply_free'] as const
const senders: MailView['sender'][] = [
  undefined,
  { badge: 'none', reasons: [] },
  { badge: 'verified', reasons: [] },
  ...kinds.flatMap(one =>
    kinds.map(other => ({ badge: 'warning' as const, reasons: [one, other].map(kind => ({ kind, seen: '', real: '' })) })),
  ),
]

function timeNear(tests: Test[], random: (below: number) => number): string {
  const days = tests.flatMap(test => (test.field === 'date' && 'day' in test ? [test.day] : []))
  const times = tests.flatMap(test => (test.field === 'hour' && 'from' in test ? [test.from, test.to] : []))
  const day = Date.parse(days[random(days.length || 1)] ?? '2026-11-21') + (random(9) - 4) * 86_400_000
  const [hour = 0, minute = 0] = (times[random(times.length || 1)] ?? '12:00').split(':').map(Number)
  return new Date(day + (hour * 60 + minute + random(3) - 1) * 60_000).toISOString()
}

/** Mulberry32. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
