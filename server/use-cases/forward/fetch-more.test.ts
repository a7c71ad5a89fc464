// Tests that partial content leads to the same decision as the full email, with as little fetched as possible.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filter } from '../../../core/filters/action.ts'
import { decide } from '../../../core/filters/decide.ts'
import { compile } from '../../../core/filters/engine/compile.ts'
import { type FilterInput, toFilterInput } from '../../../core/filters/fields.ts'
import { plainReading, plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { anyCondition } from '../../../core/filters/testing/random-conditions.fixture.ts'
import { anyReading } from '../../../core/filters/testing/random-messages.fixture.ts'
import type { Condition, Test } from '../../../core/filters/tree.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Arrived, FetchDepth, FetchMore } from '../../mail/parsing/arrived.ts'
import { fetchUntilEnough, requireEnoughContent } from './fetch-more.ts'

const filterOf = (condition: Condition): Filter => ({
  id: 'f',
  name: 'f',
  paused: false,
  condition,
  actions: [{ kind: 'forward', destinationIds: [] }],
})

const mail: Arrived = {
  userId: 'anna',
  mailboxId: 'box',
  kind: 'imap',
  sourceKey: 'INBOX:1:1',
  contentHash: Buffer.alloc(0),
  uidValidity: 1,
  uid: 1,
  raw: Buffer.alloc(0),
  sizeBytes: 1_000_000,
  reduced: null,
  arrivedAt: new Date(0),
}

/** The view as far as the mail is fetched. */
function seen(view: MailView, fetched: MailView['fetched']): MailView {
  if (fetched === 'all') return view
  const withoutText = fetched === 'text' ? view : { ...view, body: '' }
  return { ...withoutText, fetched, ...(fetched === 'headers' && { attachments: [], calendar: null }) }
}

/** Forwards one mail that came as its headers; `asked`: what more of it was fetched. */
async function forwarded(filters: Filter[], reading: FilterInput, more?: FetchMore) {
  const asked: FetchDepth[] = []
  const rounds: number[] = []
  const fetchMore: FetchMore = async (mails, wanted) => {
    asked.push(wanted)
    return mails.map(one => ({ ...one, fetched: wanted === 'structure' ? 'structure' : 'text' }))
  }
  const engine = compile(filters, reading.lists)
  const parse = async ({ fetched }: Arrived) => seen(reading.view, fetched ?? 'all')
  const arrived = { ...mail, fetched: 'headers' as const, more: more ?? fetchMore }
  const decision = await fetchUntilEnough(
    { parse },
    { messages: [{ id: 'm', arrived, view: await parse(arrived) }] },
    mail.arrivedAt,
    async known => {
      rounds.push(known.length)
      const decided = known.map(message => ({
        message,
        decision: decide(engine, toFilterInput(message.view, reading.arrival, reading.lists), ['phone']),
      }))
      requireEnoughContent(decided, engine.filters)
      return decided[0]?.decision
    },
  )
  return { decision, asked, rounds: rounds.length }
}

const subject: Test = { field: 'subject', operator: 'contains', values: ['invoice'] }
const other: Test = { field: 'subject', operator: 'contains', values: ['nothing of it'] }
const body: Test = { field: 'body', operator: 'contains', values: ['attached'] }
const files: Test = { field: 'attachment_name', operator: 'ends', values: ['.pdf'] }
const sent: Test = { field: 'exact', read: { kind: 'body', form: 'raw' }, compare: 'ascii', operator: 'is', values: ['x'] }

test.each<[string, Condition[], FetchDepth[]]>([
  ['no filter', [], []],
  ['a subject that is another', [other], []],
  ['a subject that is this one', [subject], ['text']],
  ['a subject that is another, and a body', [{ all: [other, body] }], []],
  ['a body', [body], ['text']],
  ['files, of which it has none', [files], ['structure']],
  ['files or a subject that is this one', [{ any: [files, subject] }], ['text']],
  ['files and a body', [{ all: [files, body] }], ['text']],
  ['the mail as it was sent', [sent], ['all']],
])('filters that look at %s', async (_, conditions, asked) => {
  const reading = plainReading()
  expect((await forwarded(conditions.map(filterOf), reading)).asked).toEqual(asked)
})

test('partial content always leads to the same decision as the full email', async () => {
  let early = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyCondition, { maxLength: 4 }), anyReading, async (conditions, reading) => {
      const filters = conditions.map(filterOf)
      const whole = decide(compile(filters, reading.lists), toFilterInput(reading.view, reading.arrival, reading.lists), ['phone'])
      const { decision, asked } = await forwarded(filters, reading)
      expect({ verdict: decision?.result, forwards: decision?.forwards }).toEqual({ verdict: whole.result, forwards: whole.forwards })
      if (asked.length === 0) early++
    }),
    { numRuns: 200 },
  )
  expect(early).toBeGreaterThan(20)
})

test('a server that returns nothing more is asked once', async () => {
  const reading = plainReading()
  const { decision, rounds } = await forwarded([filterOf(body)], reading, async mails => mails)
  expect(rounds).toBe(2)
  expect(decision).toMatchObject({ result: 'matched', reason: 'not_proven' })
})

test('other errors in the work are not retried', async () => {
  let rounds = 0
  const failing = fetchUntilEnough({ parse: async () => plainView() }, { messages: [] }, mail.arrivedAt, async () => {
    rounds++
    throw new Error('the database is away')
  })
  await expect(failing).rejects.toThrow('the database is away')
  expect(rounds).toBe(1)
})
