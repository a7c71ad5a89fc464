// forward on stores in memory: what is kept, what is sent, and that all of it commits together.
import { expect, test } from 'vitest'
import type { Filter } from '../core/filters/action.ts'
import { plainView } from '../core/filters/arbitrary.ts'
import type { Tx } from './db/pool.ts'
import type { NewDelivery } from './delivery/queue.ts'
import type { NewVerdict } from './filters/store.ts'
import { type ForwardStores, openForward } from './forward.ts'
import type { Arrived } from './mail/arrived.ts'
import type { NewDeed } from './mail/deeds/store.ts'

const invoices: Filter = {
  id: 'f',
  name: 'Invoices',
  paused: false,
  condition: { field: 'subject', operator: 'contains', values: ['invoice'] },
  actions: [{ kind: 'forward', destinationIds: [] }],
}

interface Kept {
  messages: Set<string>
  verdicts: NewVerdict[]
  deliveries: NewDelivery[]
  deeds: NewDeed[]
  cursor: number
}

/** A store in memory whose transactions copy, so that a failed one leaves nothing. */
function memory(given: { filters?: Filter[]; destinations?: string[]; allowance?: number; removed?: string } = {}) {
  let kept: Kept = { messages: new Set(), verdicts: [], deliveries: [], deeds: [], cursor: 0 }
  let open: Kept = kept
  let left = given.allowance ?? 1000
  const stores: ForwardStores = {
    async inTransaction(work) {
      open = structuredClone(kept)
      const result = await work({} as Tx)
      kept = open
      return result
    },
    async saveOnce(_tx, userId, messages) {
      const fresh = messages.filter(m => !open.messages.has(`${userId} ${m.arrived.sourceKey}`))
      for (const m of fresh) open.messages.add(`${userId} ${m.arrived.sourceKey}`)
      return new Set(fresh.map(m => m.id))
    },
    activeFilters: async () => given.filters ?? [invoices],
    linkedDestinations: async () => given.destinations ?? ['phone'],
    saveVerdicts: async (_tx, _userId, verdicts) => void open.verdicts.push(...verdicts),
    saveDeeds: async (_tx, _userId, deeds) => void open.deeds.push(...deeds),
    async reserve(_tx, _userId, _month, wanted) {
      const some = Math.min(left, wanted)
      left -= some
      return some
    },
    async release(_tx, _userId, _month, count) {
      left += count
    },
    async enqueue(_tx, _userId, deliveries) {
      const possible = deliveries.filter(d => d.destinationId !== given.removed)
      open.deliveries.push(...possible)
      return possible.map(d => d.id)
    },
  }
  let ids = 0
  let woken = 0
  const forward = openForward({
    stores,
    now: () => new Date('2026-11-20T10:00:00Z'),
    newId: () => `id${++ids}`,
    parse: async arrived => plainView({ subject: arrived.raw.toString() }),
    wake: () => void woken++,
  })
  return { forward, left: () => left, kept: () => kept, woken: () => woken, moveCursor: async () => void (open.cursor = 7) }
}

const mail = (subject: string, n: number, userId = 'anna'): Arrived => ({
  userId,
  mailboxId: 'box',
  kind: 'imap',
  sourceKey: `INBOX:1:${n}`,
  contentHash: Buffer.from(`${n}`),
  uidValidity: 1,
  uid: n,
  raw: Buffer.from(subject),
  sizeBytes: 1,
  reduced: null,
  arrivedAt: new Date('2026-11-20T10:00:00Z'),
})

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
