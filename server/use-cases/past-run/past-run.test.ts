// Tests applying a filter to past messages, on in-memory stores: allowance and duplicates.
import type { FastifyRequest } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import type { SavedFilter } from '../../../core/api/filters.ts'
import { initialDeliveryDefaults, sendKey } from '../../../core/delivery/schedule.ts'
import type { Action } from '../../../core/filters/action.ts'
import { plainArrival, plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { monthOf } from '../../../core/plans/allowance.ts'
import { testDatabase } from '../../../test/database.ts'
import type { NewDelivery } from '../../delivery/queue.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { openLog } from '../../foundation/log.ts'
import { loadWords } from '../../foundation/words.ts'
import type { ForwardPastStores } from './forward-batch.ts'
import { pastRunHandlers } from './handlers.ts'
import { type PastRunDeps, workPastRun } from './work.ts'

const filterOf = (actions: Action[], id = 'f'): SavedFilter => ({
  ...{ id, name: 'Invoices', paused: false, position: 1, version: 1, createdAt: '', updatedAt: '', actions },
  condition: { field: 'subject', operator: 'contains', values: ['invoice'] },
})
const forward: Action = { kind: 'forward', destinationIds: [] }

const hour = new Date('2026-11-20T10:00:00Z')
let deliveries: NewDelivery[]
let matched: string[]
let left: number
let linked: string[]
let filters: SavedFilter[]
let woken: number
beforeEach(() => {
  deliveries = []
  matched = []
  left = 1000
  linked = ['phone']
  filters = [filterOf([forward])]
  woken = 0
})

const mails = Array.from({ length: 120 }, (_, i) => `m${i}`)
const stores: ForwardPastStores = {
  linkedDestinations: async () => linked,
  readPastMessages: async (_tx, _userId, ids) =>
    ids.map(id => ({ id, view: plainView({ subject: `Invoice ${id}` }), arrival: plainArrival() })),
  existingPairs: async () => new Set(deliveries.map(d => `${d.messageId} ${d.destinationId}`)),
  deliveryDefaultsOf: async () => initialDeliveryDefaults,
  onCallAt: async () => new Map(),
  recentSends: async () => new Map([[sendKey('f', 'phone'), deliveries.filter(d => !d.forDigest).map(() => hour)]]),
  async reserve(_tx, _userId, now, wanted) {
    const granted = Math.min(left, wanted)
    left -= granted
    return { month: monthOf(now), granted, held: granted < wanted ? 'allowance_used' : null }
  },
  release: async (_tx, _userId, _month, count) => void (left += count),
  async enqueue(_tx, _userId, fresh) {
    const possible = fresh.filter(d => d.destinationId !== 'gone')
    deliveries.push(...possible)
    return possible.map(d => d.id)
  },
  addMatches: async (_tx, _userId, matches) => void matched.push(...matches.map(m => m.messageId)),
}

let ids = 0
const { db } = await testDatabase()
const deps: Omit<PastRunDeps, 'runs' | 'findMatches'> = {
  ...{ db, log: openLog('silent'), stores, now: () => hour, newId: () => `id${++ids}`, wake: () => void woken++ },
  inTransaction: work => work({} as Tx),
  listFilters: async () => filters,
  readLists: async () => new Map(),
}
const handlers = pastRunHandlers({
  ...deps,
  countPast: async () => mails.length,
  say: loadWords().of('trial'),
  work: async () => undefined,
})
const ask = (id = 'f') =>
  handlers.run({ userId: 'anna', sessionId: '', params: { id }, query: undefined, body: { days: 30 }, request: {} as FastifyRequest })

/** How a run went: `steps` is how many messages each of its looks takes, and `advance` says whether it is still ours. */
async function apply({ steps = [45, 75], advance = () => true }: { steps?: number[]; advance?: (nth: number) => boolean } = {}) {
  const run = { claim: 1, looked: 0, matched: 0, enqueued: 0, held: 0, state: 'running', released: 0 }
  const left = [...steps]
  let calls = 0
  await workPastRun(
    {
      ...deps,
      runs: {
        claimLeft: async () => undefined,
        async advance(_tx, _userId, _run, done) {
          if (!advance(calls++)) return false
          for (const part of ['looked', 'matched', 'enqueued', 'held'] as const) run[part] += done[part]
          return true
        },
        end: async (_userId, _run, state) => void (run.state = state),
        release: async () => void run.released++,
      },
      async findMatches(_userId, _condition, after) {
        const count = left.shift()
        if (count === undefined) return null
        const from = mails.indexOf(after.id) + 1
        const matches = mails.slice(from, from + count).map(id => ({ id, datedMs: 0 }))
        return { looked: count * 10, matches, last: matches.at(-1) ?? null, isComplete: left.length === 0 }
      },
    },
    { user_id: 'anna', id: 'run', filter_id: 'f', claim: run.claim, last: { id: '', datedMs: 0 } },
  )
  return run
}

const done = (part: object) => ({ state: 'done', looked: 1200, matched: 120, ...part })

test('matches are sent once, in order of arrival, and their decision changes', async () => {
  expect(await apply()).toMatchObject(done({ enqueued: 120, held: 0 }))
  expect(deliveries.map(d => d.messageId)).toEqual(mails)
  expect(matched).toEqual(mails)
  expect(await apply()).toMatchObject(done({ enqueued: 0, held: 0 }))
  expect([deliveries.length, matched.length, woken > 0, left]).toEqual([120, 120, true, 880])
})

test('digests and rate limits apply to past messages, and nothing is urgent', async () => {
  filters = [filterOf([forward, { kind: 'digest', every: 'day', at: '18:00' }])]
  expect(await apply()).toMatchObject(done({ enqueued: 120, held: 120 }))
  const evening = new Date('2026-11-20T18:00:00Z')
  expect(deliveries[0]).toMatchObject({ urgent: false, waitUntil: evening, waitReason: 'digest', forDigest: true })
  deliveries = []
  filters = [filterOf([forward, { kind: 'urgent' }, { kind: 'at_most', perHour: 70 }])]
  expect(await apply()).toMatchObject(done({ enqueued: 120, held: 50 }))
  expect(deliveries.filter(d => d.waitReason === 'folded')).toEqual(deliveries.slice(70))
  expect(deliveries.some(d => d.urgent)).toBe(false)
})

test('deliveries beyond the allowance wait for the daily digest and don’t count', async () => {
  left = 70
  expect(await apply()).toMatchObject(done({ enqueued: 120, held: 50 }))
  expect(deliveries.slice(0, 70).every(d => d.usageMonth === monthOf(hour) && d.waitUntil === null)).toBe(true)
  for (const late of deliveries.slice(70))
    expect(late).toMatchObject({
      usageMonth: null,
      waitReason: 'allowance_used',
      forDigest: true,
      urgent: false,
      waitUntil: expect.any(Date),
    })
})

test('a phone removed at the same time returns its allowance, and a new phone gets what only the other had', async () => {
  linked = ['phone', 'gone']
  expect(await apply()).toMatchObject(done({ enqueued: 120, held: 0 }))
  expect(left).toBe(880)
  linked = ['phone', 'second']
  expect(await apply()).toMatchObject(done({ enqueued: 120, held: 0 }))
  expect(new Set(deliveries.slice(120).map(d => d.destinationId))).toEqual(new Set(['second']))
})

test('redactions of every matching filter apply', async () => {
  const codes = filterOf([{ kind: 'redact', what: ['codes'], patterns: [] }], 'g')
  const elsewhere = {
    ...filterOf([{ kind: 'redact', what: ['ibans'], patterns: [] }], 'h'),
    condition: { field: 'size' as const, operator: 'over' as const, bytes: 1e9 },
  }
  filters = [filterOf([forward, { kind: 'redact', what: ['cards'], patterns: ['x'] }]), codes, elsewhere]
  await apply()
  expect(deliveries[0]?.redact).toEqual({ what: ['cards', 'codes'], patterns: ['x'] })
})

test('a filter that forwards nothing, or to no active phone, is refused with a reason', async () => {
  filters = [filterOf([{ kind: 'stop' }])]
  await expect(ask()).rejects.toMatchObject({ status: 422, code: 'forwards_nothing' })
  filters = [filterOf([{ kind: 'forward', destinationIds: ['other'] }])]
  await expect(ask()).rejects.toMatchObject({ status: 422, code: 'no_destination' })
  await expect(ask('unknown')).rejects.toMatchObject({ status: 404 })
  expect(deliveries).toEqual([])
})

test('a run that another host has claimed stops at once, and nothing of its last batch stays', async () => {
  const run = await apply({ advance: nth => nth === 0 })
  expect(run).toMatchObject({ state: 'running', matched: 45, looked: 0, released: 0 })
})

test('a run that cannot look at messages now is left to another host', async () => {
  expect(await apply({ steps: [] })).toMatchObject({ state: 'running', released: 1 })
})

test('a filter that was removed meanwhile forwards nothing more', async () => {
  filters = []
  expect(await apply()).toMatchObject({ state: 'done', enqueued: 0 })
  expect(deliveries).toEqual([])
})
