// forward on stores in memory: what is kept, what is sent, and that all of it commits together.
import { expect, test } from 'vitest'
import { usualHabits } from '../../core/delivery/schedule.ts'
import type { Action, Filter } from '../../core/filters/action.ts'
import type { Condition } from '../../core/filters/tree.ts'
import { type Given, invoices, mail, memory, usual } from '../../test/forward-memory.ts'
import type { Arrived, FetchMore } from '../mail/parsing/arrived.ts'

test('a mail that matches is kept, judged and enqueued, and the worker is woken', async () => {
  const it = memory()
  await it.forward([mail('Invoice 42', 1)])
  expect(it.kept().verdicts).toMatchObject([{ verdict: 'matched', reason: null }])
  expect(it.kept().deliveries).toMatchObject([{ filterId: 'f', destinationId: 'phone', usageMonth: '2026-11', held: null }])
  expect(it.woken()).toBe(1)
})

test('a mail that matches nothing has a verdict and wakes nobody', async () => {
  const it = memory()
  await it.forward([mail('Hello', 1)])
  expect(it.kept().verdicts).toMatchObject([{ verdict: 'not_matched' }])
  expect([it.kept().deliveries.length, it.woken()]).toEqual([0, 0])
})

test('a mail seen twice is forwarded once', async () => {
  const it = memory()
  await it.forward([mail('Invoice', 1), mail('Invoice', 2)])
  await it.forward([mail('Invoice', 2), mail('Invoice', 3)])
  expect([it.kept().messages.size, it.kept().verdicts.length, it.kept().deliveries.length]).toEqual([3, 3, 3])
})

test('more of a mail is fetched between two transactions, of which the first keeps nothing', async () => {
  const condition: Condition = {
    all: [
      { field: 'first_time_sender', operator: 'is' },
      { field: 'body', operator: 'contains', values: ['the text'] },
    ],
  }
  const it = memory({ filters: [{ ...invoices, condition }] })
  const asked: (number | null)[][] = []
  const more: FetchMore = async mails => {
    asked.push(mails.map(one => one.uid))
    expect([it.kept().messages.size, it.kept().senders.size, it.kept().cursor]).toEqual([0, 0, 0])
    return mails.map(one => ({ ...one, fetched: 'text' }))
  }
  const large = [1, 2].map((n): Arrived => ({ ...mail(`large ${n}`, n), fetched: 'headers', more }))
  await it.forward([...large, mail('small', 3)], it.moveCursor)
  expect(asked).toEqual([[1]])
  expect(it.kept().verdicts.map(one => one.result)).toEqual(['matched', 'not_matched', 'not_matched'])
  expect([it.kept().messages.size, it.kept().deliveries.length, it.kept().cursor]).toEqual([3, 1, 7])
})

test('a server that gives no more of a mail loses neither the mail nor those beside it', async () => {
  const it = memory({ filters: [{ ...invoices, condition: { field: 'body', operator: 'contains', values: ['the text'] } }] })
  const failing: Arrived = { ...mail('large', 1), fetched: 'headers', more: () => Promise.reject(new Error('the connection is gone')) }
  await expect(it.forward([failing, mail('small', 2)], it.moveCursor)).rejects.toThrow('gone')
  expect([it.kept().messages.size, it.kept().cursor]).toEqual([0, 0])
  await it.forward([{ ...failing, more: async mails => mails }], it.moveCursor)
  expect(it.kept().verdicts).toMatchObject([{ verdict: 'matched', reason: 'not_proven' }])
})

test('without a linked phone the mail is suppressed, with the reason', async () => {
  const it = memory({ destinations: [] })
  await it.forward([mail('Invoice', 1)])
  expect(it.kept().verdicts).toMatchObject([{ verdict: 'suppressed', reason: 'no_destination' }])
})

test('what the allowance does not cover is held, not lost', async () => {
  const it = memory({ allowance: 1 })
  await it.forward([mail('Invoice 1', 1), mail('Invoice 2', 2)])
  expect(it.kept().deliveries.map(d => d.held)).toEqual([null, 'allowance_used'])
})

test('a phone that is removed at this moment gives its share of the allowance back', async () => {
  const it = memory({ allowance: 5, destinations: ['phone', 'gone'], removed: 'gone' })
  await it.forward([mail('Invoice', 1)])
  expect([it.kept().deliveries.length, it.left()]).toEqual([1, 4])
})

test('the cursor moves with the mails, and a failure keeps neither', async () => {
  const it = memory()
  await expect(
    it.forward([mail('Invoice', 1)], async () => {
      await it.moveCursor()
      throw new Error('the lease is gone')
    }),
  ).rejects.toThrow('the lease is gone')
  expect(it.kept()).toMatchObject({ cursor: 0, verdicts: [], deliveries: [] })
  expect(it.woken()).toBe(0)
  await it.forward([mail('Invoice', 1)], it.moveCursor)
  expect([it.kept().cursor, it.kept().deliveries.length]).toEqual([7, 1])
})

test('mails of several people in one batch stay apart', async () => {
  const it = memory()
  await it.forward([mail('Invoice', 1, 'ben'), mail('Invoice', 1, 'anna')])
  expect([it.kept().messages.size, it.kept().deliveries.length]).toEqual([2, 2])
})

const filterOn = (id: string, condition: Condition, actions = invoices.actions): Filter => ({ ...invoices, id, condition, actions })

test('filters are read and compiled once, and again when their version has changed', async () => {
  const given: Given = {}
  const it = memory(given)
  await it.forward([mail('Invoice', 1), mail('Invoice', 2)])
  await it.forward([mail('Invoice', 3)])
  expect([it.reads(), it.kept().deliveries.length]).toEqual([1, 3])
  given.filters = []
  await it.forward([mail('Invoice', 4)])
  expect(it.kept().deliveries.length).toBe(4)
  given.version = 2
  await it.forward([mail('Invoice', 5)])
  expect([it.reads(), it.kept().deliveries.length]).toEqual([2, 4])
})

test('filters that change while they are read are read again for the next mail', async () => {
  const given: Given = { filters: [] }
  // Another change commits after the version was read and the filters were not yet.
  given.onFilters = () => {
    given.version = 2
    given.filters = [invoices]
  }
  const it = memory(given)
  await it.forward([mail('Invoice', 1)])
  await it.forward([mail('Invoice', 2)])
  expect([it.reads(), it.kept().deliveries.length]).toEqual([2, 2])
})

test('a filter sees how the mail came: the hour of its person, the mailbox, the lists, and whether the sender is new', async () => {
  const it = memory({
    way: { ...usual, mailbox: { address: 'work@example.net', kind: 'imap' }, habits: { ...usualHabits, timeZone: 'Asia/Kathmandu' } },
    lists: new Map([['Friends', new Set(['anna@'])]]),
    filters: [
      filterOn('hour', { field: 'hour', operator: 'between', from: '15:45', to: '15:46' }),
      filterOn('mailbox', { field: 'mailbox', operator: 'is', values: ['work@example.net'] }),
      filterOn('list', { field: 'from', operator: 'in_list', list: 'Friends' }),
      filterOn('first', { field: 'first_time_sender', operator: 'is' }),
    ],
  })
  await it.forward([mail('One', 1), mail('Two', 2)])
  const held = it.kept().verdicts.map(v => v.explanations.filter(e => e.explanation.held).map(e => e.filterId))
  expect(held).toEqual([
    ['hour', 'mailbox', 'list', 'first'],
    ['hour', 'mailbox', 'list'],
  ])
  expect(it.kept().firstTime).toEqual([true, false])
})

test('what filters do to the mail is kept with it, and what they black out with its delivery', async () => {
  const it = memory({
    filters: [
      filterOn('f', invoices.condition, [
        ...invoices.actions,
        { kind: 'move', folder: 'Paid' },
        { kind: 'redact', what: ['cards'], patterns: [] },
      ]),
    ],
  })
  await it.forward([mail('Invoice', 1)])
  expect(it.kept().actions).toEqual([
    { messageId: 'id1', mailboxId: 'box', mailboxKind: 'imap', kind: 'move', folder: 'Paid', filterId: 'f' },
  ])
  expect(it.kept().deliveries).toMatchObject([{ redact: { what: ['cards'], patterns: [] } }])
})

test('ten thousand filters let others have their turn', async () => {
  const filters = Array.from({ length: 10_000 }, (_, i) =>
    filterOn(`f${i}`, { field: 'any', operator: 'contains', values: [`word ${i} of many`] }),
  )
  const it = memory({ filters })
  const busyMs: number[] = []
  // Time of the processor, as others of the machine may have theirs meanwhile.
  const busy = () => process.threadCpuUsage().user / 1000
  let last = busy()
  const beat = setInterval(() => {
    busyMs.push(busy() - last)
    last = busy()
  }, 1)
  await it.forward(Array.from({ length: 20 }, (_, i) => mail(`Of many word ${i} of many`, i)))
  clearInterval(beat)
  expect(it.kept().deliveries.length).toBe(20)
  expect(busyMs.length).toBeGreaterThan(10)
  expect(Math.max(...busyMs)).toBeLessThan(200)
})

test('what was sent is read for a filter that asks for it', async () => {
  const condition: Condition = {
    field: 'exact',
    read: { kind: 'body', form: 'raw' },
    compare: 'octets',
    operator: 'is',
    values: ['sent: Invoice 42'],
  }
  const it = memory({ filters: [{ ...invoices, condition }] })
  await it.forward([mail('Invoice 42', 1), mail('Invoice 43', 2)])
  expect(it.kept().verdicts.map(({ result }) => result)).toEqual(['matched', 'not_matched'])
})

const inBox = (mailboxId: string, n: number, subject = 'Invoice <1@example.com>'): Arrived => ({
  ...mail(subject, n),
  mailboxId,
  folder: 'INBOX',
})
const reasons = (it: ReturnType<typeof memory>) => it.kept().verdicts.map(({ result, reason }) => reason ?? result)

test.each([
  ['in one batch', (forward: ReturnType<typeof memory>['forward']) => forward([inBox('home', 1), inBox('work', 2)])],
  [
    'one after the other',
    async (forward: ReturnType<typeof memory>['forward']) => {
      await forward([inBox('home', 1)])
      await forward([inBox('work', 2)])
    },
  ],
])('a mail that comes by two mailboxes %s is kept twice and forwarded once', async (_, send) => {
  const it = memory()
  await send(it.forward)
  expect(reasons(it)).toEqual(['matched', 'copy'])
  expect([it.kept().messages.size, it.kept().deliveries.length]).toEqual([2, 1])
  expect(it.kept().verdicts[1]?.explanations).toMatchObject([{ filterId: 'f', explanation: { held: true } }])
})

test('different mails of one Message-ID are each forwarded', async () => {
  const it = memory()
  await it.forward([inBox('home', 1), inBox('work', 2, 'Invoice 2 <1@example.com>'), inBox('home', 3)])
  expect(reasons(it)).toEqual(['matched', 'matched', 'matched'])
})

test('a mail that matched nothing in its first mailbox is forwarded from the second', async () => {
  const given: Given = { filters: [] }
  const it = memory(given)
  await it.forward([inBox('home', 1)])
  Object.assign(given, { filters: [invoices], version: 2 })
  await it.forward([inBox('work', 2)])
  await it.forward([inBox('third', 3)])
  expect(reasons(it)).toEqual(['not_matched', 'matched', 'copy'])
})

test('a mailbox that forwards copies forwards them', async () => {
  const it = memory({
    way: { ...usual, preferences: { ...usual.preferences, forwardsCopies: true } },
  })
  await it.forward([inBox('work', 1)])
  await it.forward([inBox('box', 2)])
  expect(it.kept().deliveries.length).toBe(2)
})

test('mail of an absence is kept, counted, and forwarded as its person chose', async () => {
  const absence = { since: new Date('2026-11-20T08:00:00Z'), until: new Date('2026-11-20T09:59:00Z') }
  const it = memory({
    way: { ...usual, preferences: { ...usual.preferences, backlog: 'note' }, absence },
  })
  const dated = (arrived: Arrived, time: string) => ({ ...arrived, datedAt: new Date(`2026-11-20T${time}Z`) })
  await it.forward([
    dated(mail('Invoice 1', 1), '09:00:00'),
    dated(mail('Hello', 2), '09:00:00'),
    dated(mail('Invoice 2', 3), '09:59:30'),
    mail('Invoice 3', 4),
  ])
  expect(reasons(it)).toEqual(['backlog', 'not_matched', 'matched', 'matched'])
  expect(it.kept().backlog).toEqual([{ mailboxId: 'box', came: 2, matched: 1 }])
})

const sends = (...more: Action[]) => memory({ filters: [{ ...invoices, actions: [...invoices.actions, ...more] }] })
const noon = new Date('2026-11-20T12:00:00Z')

test('what is urgent goes into the queue as such, and a digest waits for its hour', async () => {
  const urgent = sends({ kind: 'urgent' })
  await urgent.forward([mail('Invoice', 1)])
  expect(urgent.kept().deliveries).toMatchObject([{ urgent: true, waitUntil: null, waitReason: null, folds: false }])
  const collected = sends({ kind: 'digest', every: 'day', at: '12:00' })
  await collected.forward([mail('Invoice', 1)])
  expect(collected.kept().deliveries).toMatchObject([{ urgent: false, waitUntil: noon, waitReason: 'digest', folds: true }])
})

test('a one-time code is urgent by itself, and in no digest', async () => {
  const it = sends({ kind: 'digest', every: 'day', at: '12:00' })
  await it.forward([mail('Invoice: your code is 482913', 1), mail('Invoice 482913', 2)])
  expect(it.kept().deliveries.map(d => [d.urgent, d.folds])).toEqual([
    [true, false],
    [false, true],
  ])
})

test('the quiet hours of a person hold mail, and no more of a filter go in an hour than may, over all that came', async () => {
  const quiet = { from: '09:00', to: '12:00', then: 'urgent_only' as const }
  const sleeper = memory({ way: { ...usual, habits: { ...usualHabits, quiet } } })
  await sleeper.forward([mail('Invoice', 1)])
  expect(sleeper.kept().deliveries).toMatchObject([{ waitUntil: noon, waitReason: 'quiet', folds: false }])
  const limited = sends({ kind: 'at_most', perHour: 3 })
  await limited.forward([mail('Invoice 1', 1), mail('Invoice 2', 2)])
  await limited.forward([mail('Invoice 3', 3), mail('Invoice 4', 4)])
  const eleven = new Date('2026-11-20T11:00:00Z')
  expect(limited.kept().deliveries.map(d => d.waitUntil)).toEqual([null, null, null, eleven])
  expect(limited.kept().deliveries.at(-1)).toMatchObject({ waitReason: 'folded', folds: true })
})

test('after an absence mail comes as a digest where its person chose so, and codes that are old by then with it', async () => {
  const absence = { since: new Date('2026-11-20T08:00:00Z'), until: new Date('2026-11-20T09:59:00Z') }
  const it = memory({ way: { ...usual, preferences: { ...usual.preferences, backlog: 'digest' }, absence } })
  await it.forward([{ ...mail('Invoice: your code is 482913', 1), datedAt: new Date('2026-11-20T09:00:00Z') }, mail('Invoice', 2)])
  expect(it.kept().deliveries.map(d => d.waitReason)).toEqual(['digest', null])
})
