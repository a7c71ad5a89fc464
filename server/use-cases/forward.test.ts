// Tests forwarding on in-memory stores: what is saved and enqueued, and that it commits together.
import { expect, test } from 'vitest'
import { initialDeliveryDefaults } from '../../core/delivery/schedule.ts'
import type { Action, Filter } from '../../core/filters/action.ts'
import type { Condition } from '../../core/filters/tree.ts'
import { type Given, invoices, mail, memory, usual } from '../../test/forward-memory.ts'
import type { Arrived, FetchMore } from '../mail/parsing/arrived.ts'

test('a matching email is saved, decided and enqueued, and the worker is woken', async () => {
  const it = memory()
  await it.forward([mail('Invoice 42', 1)])
  expect(it.kept().verdicts).toMatchObject([{ result: 'matched', reason: null }])
  expect(it.kept().deliveries).toMatchObject([{ filterId: 'f', destinationId: 'phone', usageMonth: '2026-11', waitUntil: null }])
  expect(it.woken()).toBe(1)
})

test('an email that matches nothing gets a decision and wakes nobody', async () => {
  const it = memory()
  await it.forward([mail('Hello', 1)])
  expect(it.kept().verdicts).toMatchObject([{ result: 'not_matched' }])
  expect([it.kept().deliveries.length, it.woken()]).toEqual([0, 0])
})

test('an email received twice is forwarded once', async () => {
  const it = memory()
  await it.forward([mail('Invoice', 1), mail('Invoice', 2)])
  await it.forward([mail('Invoice', 2), mail('Invoice', 3)])
  expect([it.kept().messages.size, it.kept().verdicts.length, it.kept().deliveries.length]).toEqual([3, 3, 3])
})

test('more of an email is fetched between two transactions, and the first saves nothing', async () => {
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

test('a server that returns nothing more loses neither that email nor the others in the batch', async () => {
  const it = memory({ filters: [{ ...invoices, condition: { field: 'body', operator: 'contains', values: ['the text'] } }] })
  const failing: Arrived = { ...mail('large', 1), fetched: 'headers', more: () => Promise.reject(new Error('the connection is gone')) }
  await expect(it.forward([failing, mail('small', 2)], it.moveCursor)).rejects.toThrow('gone')
  expect([it.kept().messages.size, it.kept().cursor]).toEqual([0, 0])
  await it.forward([{ ...failing, more: async mails => mails }], it.moveCursor)
  expect(it.kept().verdicts).toMatchObject([{ result: 'matched', reason: 'not_proven' }])
})

test('without a linked phone the email is suppressed with a reason', async () => {
  const it = memory({ destinations: [] })
  await it.forward([mail('Invoice', 1)])
  expect(it.kept().verdicts).toMatchObject([{ result: 'suppressed', reason: 'no_destination' }])
})

test('deliveries beyond the allowance wait for the daily digest and don’t count', async () => {
  const it = memory({ allowance: 1 })
  await it.forward([mail('Invoice 1', 1), mail('Invoice 2', 2)])
  expect(it.kept().deliveries).toMatchObject([
    { usageMonth: '2026-11', waitUntil: null, forDigest: false },
    { usageMonth: null, waitUntil: new Date('2026-11-21T08:00:00Z'), waitReason: 'allowance_used', forDigest: true, urgent: false },
  ])
})

test('a phone that is removed at the same time returns its allowance', async () => {
  const it = memory({ allowance: 5, destinations: ['phone', 'gone'], removed: 'gone' })
  await it.forward([mail('Invoice', 1)])
  expect([it.kept().deliveries.length, it.left()]).toEqual([1, 4])
})

test('the cursor commits with the emails, and a failure saves neither', async () => {
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

test('emails of several users in one batch stay apart', async () => {
  const it = memory()
  await it.forward([mail('Invoice', 1, 'ben'), mail('Invoice', 1, 'anna')])
  expect([it.kept().messages.size, it.kept().deliveries.length]).toEqual([2, 2])
})

const filterOn = (id: string, condition: Condition, actions = invoices.actions): Filter => ({ ...invoices, id, condition, actions })

test('filters are read and compiled once, and again when their version changes', async () => {
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

test('filters that change while they are read are read again for the next email', async () => {
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

test('a filter sees the local time, the mailbox, the lists, and whether the sender is new', async () => {
  const it = memory({
    way: {
      ...usual,
      mailbox: { address: 'work@example.net', kind: 'imap' },
      habits: { ...initialDeliveryDefaults, timeZone: 'Asia/Kathmandu' },
    },
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

test('mailbox actions are saved with the email, and redactions with its delivery', async () => {
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

test('ten thousand filters do not block other requests', async () => {
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

test('the raw source is parsed for a filter that needs it', async () => {
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

test('different emails with one Message-ID are each forwarded', async () => {
  const it = memory()
  await it.forward([inBox('home', 1), inBox('work', 2, 'Invoice 2 <1@example.com>'), inBox('home', 3)])
  expect(reasons(it)).toEqual(['matched', 'matched', 'matched'])
})

test('an email that matched nothing in its first mailbox is forwarded from the second', async () => {
  const given: Given = { filters: [] }
  const it = memory(given)
  await it.forward([inBox('home', 1)])
  Object.assign(given, { filters: [invoices], version: 2 })
  await it.forward([inBox('work', 2)])
  await it.forward([inBox('third', 3)])
  expect(reasons(it)).toEqual(['not_matched', 'matched', 'copy'])
})

test('a mailbox set to forward copies forwards them', async () => {
  const it = memory({
    way: { ...usual, preferences: { ...usual.preferences, forwardsCopies: true } },
  })
  await it.forward([inBox('work', 1)])
  await it.forward([inBox('box', 2)])
  expect(it.kept().deliveries.length).toBe(2)
})

test('backlog emails are saved, counted, and forwarded as the user chose', async () => {
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

test('urgent emails are enqueued as urgent, and digests wait for their time', async () => {
  const urgent = sends({ kind: 'urgent' })
  await urgent.forward([mail('Invoice', 1)])
  expect(urgent.kept().deliveries).toMatchObject([{ urgent: true, waitUntil: null, waitReason: null, forDigest: false }])
  const collected = sends({ kind: 'digest', every: 'day', at: '12:00' })
  await collected.forward([mail('Invoice', 1)])
  expect(collected.kept().deliveries).toMatchObject([{ urgent: false, waitUntil: noon, waitReason: 'digest', forDigest: true }])
})

test('a one-time code is always urgent and never in a digest', async () => {
  const it = sends({ kind: 'digest', every: 'day', at: '12:00' })
  await it.forward([mail('Invoice: your code is 482913', 1), mail('Invoice 482913', 2)])
  expect(it.kept().deliveries.map(d => [d.urgent, d.forDigest])).toEqual([
    [true, false],
    [false, true],
  ])
})

test('quiet hours hold deliveries, and rate limits count everything that arrived', async () => {
  const quiet = { from: '09:00', to: '12:00', then: 'urgent_only' as const }
  const sleeper = memory({ way: { ...usual, habits: { ...initialDeliveryDefaults, quiet } } })
  await sleeper.forward([mail('Invoice', 1)])
  expect(sleeper.kept().deliveries).toMatchObject([{ waitUntil: noon, waitReason: 'quiet', forDigest: false }])
  const limited = sends({ kind: 'at_most', perHour: 3 })
  await limited.forward([mail('Invoice 1', 1), mail('Invoice 2', 2)])
  await limited.forward([mail('Invoice 3', 3), mail('Invoice 4', 4)])
  const eleven = new Date('2026-11-20T11:00:00Z')
  expect(limited.kept().deliveries.map(d => d.waitUntil)).toEqual([null, null, null, eleven])
  expect(limited.kept().deliveries.at(-1)).toMatchObject({ waitReason: 'folded', forDigest: true })
})

test('backlog emails come as a digest if the user chose so, including expired codes', async () => {
  const absence = { since: new Date('2026-11-20T08:00:00Z'), until: new Date('2026-11-20T09:59:00Z') }
  const it = memory({ way: { ...usual, preferences: { ...usual.preferences, backlog: 'digest' }, absence } })
  await it.forward([{ ...mail('Invoice: your code is 482913', 1), datedAt: new Date('2026-11-20T09:00:00Z') }, mail('Invoice', 2)])
  expect(it.kept().deliveries.map(d => d.waitReason)).toEqual(['digest', null])
})
