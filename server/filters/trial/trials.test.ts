// Tests filter trials in worker threads: counts, samples, order, and stopping.
import { afterAll, expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import type { Condition } from '../../../core/filters/tree.ts'
import type { MailView } from '../../../core/message/view.ts'
import { sealJson } from '../../foundation/db/sealed.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import type { SealedMessage, WorkerReply } from './tasks.ts'
import { openTrials, type TrialRequest, type TrialSource } from './trials.ts'

const contentKey = newKey()
const viewColumn = 'messages.view'
const start = Date.parse('2026-11-20T00:00:00Z')
const minuteMs = 60_000

interface Kept {
  mails: SealedMessage[]
  pages: number
}
const people = new Map<string, Kept>()
const of = (userId: string): Kept => people.get(userId) ?? { mails: [], pages: 0 }

const source: TrialSource = {
  viewColumn,
  extent: async userId => ({
    count: of(userId).mails.length,
    newest: of(userId).mails[0]?.id ?? null,
    oldest: of(userId).mails.at(-1)?.id ?? null,
  }),
  async page(userId, after, limit, order) {
    const kept = of(userId)
    kept.pages++
    const mails = order === 'newest_first' ? kept.mails : kept.mails.toReversed()
    const from = after ? mails.findIndex(mail => mail.id === after.id) + 1 : 0
    return mails.slice(from, from + limit)
  },
  contentKeyOf: async () => contentKey,
  timeZoneOf: async () => 'UTC',
  readLists: async () => new Map([['Friends', new Set(['ann@example.com'])]]),
}
const trials = openTrials(source, 2, 60_000)
afterAll(() => trials.stop())

/** A person with one mail a minute; the last view is the newest. */
function person(views: Partial<MailView>[]): string {
  const userId = newId(new Date())
  people.set(userId, { mails: [], pages: 0 })
  for (const view of views) receive(userId, view)
  return userId
}

function receive(userId: string, view: Partial<MailView>): string {
  const id = newId(new Date())
  const sealed = sealJson(contentKey, plainView(view), { userId, row: id, column: viewColumn })
  const arrivedMs = start + of(userId).mails.length * minuteMs
  of(userId).mails.unshift({
    id,
    arrivedMs,
    datedMs: arrivedMs,
    mailbox: { address: 'me@example.net', kind: 'imap' },
    isFirstTimeSender: null,
    sealed,
  })
  return id
}

const subject = (...values: string[]): Condition => ({ field: 'subject', operator: 'contains', values })

async function attempt(userId: string, draft: Condition, change: Partial<TrialRequest> = {}) {
  const heard: WorkerReply[] = []
  const ask: TrialRequest = { draft, saved: null, want: 'show', since: null, deadlineMs: 120_000, ...change }
  const tried = await trials.run(userId, ask, said => heard.push(said), new AbortController().signal)
  const samples = heard.flatMap(said => (said.kind === 'sample' ? [said.sample] : []))
  return { tried, samples, near: heard.flatMap(said => (said.kind === 'near' ? [said.near] : [])) }
}

test('a new filter gains all its matches, and the newest 20 are shown with explanations', async () => {
  const anna = person(Array.from({ length: 300 }, (_, i) => ({ subject: i % 10 === 0 ? `Invoice ${i}` : `Hello ${i}` })))
  const { tried, samples } = await attempt(anna, subject('invoice'))
  expect(tried).toMatchObject({ looked: 300, of: 300, matched: 30, gained: 30, lost: 0, isComplete: true, last: { datedMs: start } })
  expect(samples.map(s => s.subject)).toEqual(Array.from({ length: 20 }, (_, i) => `Invoice ${290 - 10 * i}`))
  expect(samples[0]).toMatchObject({ change: 'gained', explanation: { held: true, seen: 'Invoice 290', hits: [{ start: 0, end: 7 }] } })
})

test('compared with the saved filter, gains and losses are reported', async () => {
  const anna = person([{ subject: 'a' }, { subject: 'a b' }, { subject: 'b' }, { subject: 'c' }])
  const { tried, samples } = await attempt(anna, subject('b'), { saved: subject('a') })
  expect(tried).toMatchObject({ matched: 2, gained: 1, lost: 1 })
  expect(samples.map(s => [s.subject, s.change])).toEqual([
    ['b', 'gained'],
    ['a b', 'same'],
    ['a', 'lost'],
  ])
})

test('a message kept out by a single test is a near miss, with that test', async () => {
  const anna = person([
    { subject: 'Invoice', body: 'due tomorrow' },
    { subject: 'Invoice', body: 'paid' },
    { subject: 'Hello', body: 'hi' },
  ])
  const { near } = await attempt(anna, { all: [subject('invoice'), { field: 'body', operator: 'contains', values: ['due'] }] })
  expect(near).toMatchObject([{ subject: 'Invoice', failing: { field: 'body' } }])
})

test('parts that are not stored are unknown: neither a match nor a change, unless headers decide', async () => {
  const due: Condition = { field: 'body', operator: 'contains', values: ['due'] }
  const anna = person([
    { subject: 'large', body: '', fetched: 'headers' },
    { subject: 'large invoice', body: '', fetched: 'structure' },
    { subject: 'small invoice', body: 'due' },
  ])
  const told = async (draft: Condition, saved: Condition | null = null) => (await attempt(anna, draft, { saved })).tried
  expect(await told(due)).toMatchObject({ matched: 1, gained: 1, unknown: 2 })
  expect(await told({ all: [subject('invoice'), due] })).toMatchObject({ matched: 1, unknown: 1 })
  expect(await told({ any: [subject('large'), due] })).toMatchObject({ matched: 3, unknown: 0 })
  expect(await told(subject('invoice'), due)).toMatchObject({ matched: 2, gained: 0, lost: 0, unknown: 2 })
  expect(await told({ field: 'attachment', operator: 'missing' })).toMatchObject({ matched: 2, unknown: 1 })
  expect((await attempt(anna, due, { want: 'matches' })).tried?.matches).toHaveLength(1)
})

test('lists, addresses and arrival times count as on arrival', async () => {
  const anna = person([{ from: [{ name: '', address: 'ann@example.com' }] }, {}, {}])
  expect((await attempt(anna, { field: 'from', operator: 'in_list', list: 'Friends' })).tried).toMatchObject({ matched: 1 })
  expect((await attempt(anna, { field: 'hour', operator: 'between', from: '00:01', to: '00:02' })).tried).toMatchObject({ matched: 1 })
  expect((await attempt(anna, { field: 'mailbox', operator: 'is', values: ['me@example.net'] })).tried).toMatchObject({ matched: 3 })
})

test('cached messages are reused, new messages are added, and erased ones disappear', async () => {
  const anna = person(Array.from({ length: 700 }, (_, i) => ({ subject: `n${i}` })))
  const all = subject('n')
  expect((await attempt(anna, all)).tried).toMatchObject({ matched: 700 })
  const { pages } = of(anna)
  expect((await attempt(anna, all)).tried).toMatchObject({ matched: 700 })
  expect(of(anna).pages).toBe(pages)
  receive(anna, { subject: 'new n' })
  const { tried, samples } = await attempt(anna, all)
  expect([tried?.matched, samples[0]?.subject]).toEqual([701, 'new n'])
  of(anna).mails.splice(400)
  expect((await attempt(anna, all)).tried).toMatchObject({ matched: 400, looked: 400, of: 400 })
  expect((await attempt(anna, all)).tried).toMatchObject({ matched: 400 })
})

test('mail that was caught up between cached messages is read, though as many were erased meanwhile', async () => {
  const anna = person([{ subject: 'Invoice 1' }, { subject: 'Hello' }, { subject: 'Invoice 2' }, { subject: 'Hello' }])
  expect((await attempt(anna, subject('invoice'))).tried).toMatchObject({ looked: 4, matched: 2 })
  receive(anna, { subject: 'Invoice, caught up' })
  const { mails } = of(anna)
  // Its own date is older than that of what was there, and the oldest is erased.
  const [caughtUp] = mails.splice(0, 1)
  if (caughtUp) mails.splice(2, 0, caughtUp)
  mails.pop()
  const { tried, samples } = await attempt(anna, subject('invoice'))
  expect(tried).toMatchObject({ looked: 4, matched: 2 })
  expect(samples.map(s => s.subject)).toEqual(['Invoice 2', 'Invoice, caught up'])
})

test('a run that is stopped or out of time ends with what it has', async () => {
  const anna = person(Array.from({ length: 3000 }, (_, i) => ({ subject: `n${i}`, body: 'x '.repeat(2000) })))
  const stopping = new AbortController()
  const ask: TrialRequest = { draft: subject('n'), saved: null, want: 'show', since: null, deadlineMs: 120_000 }
  const tried = await trials.run(anna, ask, () => stopping.abort(), stopping.signal)
  expect(tried?.looked).toBeGreaterThan(0)
  expect(tried?.looked).toBeLessThan(3000)
  expect((await attempt(anna, { field: 'body', operator: 'contains', values: ['y'] }, { deadlineMs: 30 })).tried?.looked).toBeLessThan(3000)
  expect((await attempt(anna, subject('n'))).tried).toMatchObject({ looked: 3000, matched: 3000 })
})

test('messages opened by a stopped run stay cached for the next', async () => {
  const anna = person(Array.from({ length: 1000 }, (_, i) => ({ subject: `n${i}` })))
  const stopping = new AbortController()
  const ask: TrialRequest = { draft: subject('n'), saved: null, want: 'show', since: null, deadlineMs: 120_000 }
  const tried = await trials.run(anna, ask, () => stopping.abort(), stopping.signal)
  const opened = tried?.looked ?? 0
  // A view that was opened before is not opened again.
  for (const mail of of(anna).mails.slice(0, opened)) mail.sealed = Buffer.alloc(60)
  expect((await attempt(anna, subject('n'))).tried).toMatchObject({ looked: 1000, matched: 1000 })
})

test('a run over past messages returns ids, as far back as requested', async () => {
  const anna = person([{ subject: 'n1' }, { subject: 'n2' }, { subject: 'x' }, { subject: 'n3' }])
  const { tried, samples } = await attempt(anna, subject('n'), { want: 'matches', since: new Date(start + minuteMs) })
  expect(tried?.matches.map(one => one.id)).toEqual([of(anna).mails[0]?.id, of(anna).mails[2]?.id])
  expect(samples).toEqual([])
})

test('a run from a place reads on from there to the newest, and says whether it came to the end', async () => {
  const anna = person([{ subject: 'n1' }, { subject: 'n2' }, { subject: 'x' }, { subject: 'n3' }])
  const [newest, , second, first] = of(anna).mails
  const { tried } = await attempt(anna, subject('n'), { want: 'matches', ...(first && { from: first }) })
  expect(tried?.matches.map(one => one.id)).toEqual([second?.id, newest?.id])
  expect(tried).toMatchObject({ looked: 3, isComplete: true, last: { id: newest?.id } })
  const many = person(Array.from({ length: 3000 }, () => ({ subject: 'n', body: 'x '.repeat(2000) })))
  const [last] = of(many).mails.slice(-1)
  const part = await attempt(many, subject('n'), { want: 'matches', ...(last && { from: last }), deadlineMs: 30 })
  expect(part.tried).toMatchObject({ isComplete: false, last: { id: of(many).mails.at(-1 - (part.tried?.looked ?? 0))?.id } })
})

test('concurrent trials of several users use their own messages', async () => {
  const all = await Promise.all(
    [1, 2, 3, 4, 5].map(n => attempt(person(Array.from({ length: n * 100 }, () => ({ subject: `n${n}` }))), subject(`n${n}`))),
  )
  expect(all.map(({ tried }) => tried?.matched)).toEqual([100, 200, 300, 400, 500])
})

test('without messages nothing is counted, and a view that cannot be opened fails only that run', async () => {
  const anna = person([])
  expect((await attempt(anna, subject('n'))).tried).toMatchObject({ looked: 0, matched: 0, last: null })
  const ben = person([{ subject: 'n' }])
  const [mail] = of(ben).mails
  if (mail) mail.sealed = Buffer.alloc(60)
  await expect(attempt(ben, subject('n'))).rejects.toThrow()
  expect((await attempt(person([{ subject: 'n' }]), subject('n'))).tried).toMatchObject({ matched: 1 })
})

test('the daily rate is estimated from past messages', async () => {
  const anna = person(Array.from({ length: 2880 }, (_, i) => ({ subject: i % 2 ? 'n' : 'x' })))
  expect(await trials.perDay(anna, subject('n'), new Date(start + 2880 * minuteMs))).toBe(720)
})
