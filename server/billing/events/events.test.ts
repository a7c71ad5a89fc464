// Tests that events are only hints: in any order, repeated or lost, we end up with what the provider has.
import { once } from 'node:events'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openRefresh } from '../customers/snapshot-owners.ts'
import { ProviderError } from '../provider.ts'
import { catchUpOnEvents } from './catch-up.ts'
import { addOwners, at, eventAbout, openMemoryProvider, readOurs, type Truth } from './events.fixture.ts'
import { moveEventsCursor, type ProviderEvent, readEventsCursor, recordEvents, sweepBillingEvents } from './queue.ts'
import { reconcile } from './reconciliation.ts'
import { type EventWorkerDeps, processDueEvents, retryDelayMs, startEventWorker } from './worker.ts'

const { db } = await testDatabase()
const owners = await addOwners(db, 3)
let provider = openMemoryProvider()
let now = at(100)
let errors: unknown[] = []
let changed: string[] = []

const openDeps = (): EventWorkerDeps => ({
  db,
  provider: 'stripe',
  refresh: openRefresh({
    db,
    provider: { name: 'stripe', readCustomer: provider.readCustomer },
    now: () => now,
    onChange: async ownerId => void changed.push(ownerId),
    onUnknownPrices: () => undefined,
  }),
  clock: { now: () => now, sleep: () => Promise.resolve() },
  onError: error => void errors.push(error),
})

const record = (events: ProviderEvent[]) => recordEvents(db, 'stripe', events, now)
const events = () => db.selectFrom('billing_events').selectAll().orderBy('event_id').execute()
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const [first, second, third] = owners
const refOf = (owner: { customerRef: string } | undefined) => owner?.customerRef ?? ''
const idOf = (owner: { ownerId: string } | undefined) => owner?.ownerId ?? ''

beforeEach(async () => {
  provider = openMemoryProvider()
  for (const { customerRef } of owners) provider.truths.set(customerRef, { state: 'active', periods: 1 })
  now = at(100)
  errors = []
  changed = []
  for (const table of ['billing_events', 'billing_syncs', 'invoices', 'subscriptions'] as const) await db.deleteFrom(table).execute()
})

test('an event is recorded once, and after it the customer is read and written', async () => {
  const event = eventAbout(refOf(first))
  expect(await record([event])).toBe(1)
  expect(await record([event, eventAbout(refOf(first))])).toBe(1)
  expect(await processDueEvents(openDeps())).toBe(2)
  // One reading serves both.
  expect(provider.readCount).toBe(1)
  expect(await readOurs(db, idOf(first))).toEqual({ state: 'active', paid: 490 })
  expect(changed).toEqual([idOf(first)])
  expect(await processDueEvents(openDeps())).toBe(0)
  expect(await record([event])).toBe(0)
  expect(await processDueEvents(openDeps())).toBe(0)
})

test('events that name no customer, or none of ours, are stored and ignored', async () => {
  await record([eventAbout(null), eventAbout('cus_of_somebody_else')])
  expect(await processDueEvents(openDeps())).toBe(1)
  expect(provider.readCount).toBe(0)
  expect((await events()).map(row => [row.processed_at !== null, row.error])).toEqual([
    [true, null],
    [true, null],
  ])
})

test('while the provider is down, events wait longer and longer, and are never given up', async () => {
  provider.failure = new ProviderError('unreachable', 'Stripe does not answer.')
  await record([eventAbout(refOf(first)), eventAbout(refOf(second))])
  const waits: number[] = []
  for (let i = 0; i < 12; i++) {
    expect(await processDueEvents(openDeps())).toBe(2)
    const [row] = await events()
    waits.push((row?.due_at?.getTime() ?? 0) - now.getTime())
    expect(row).toMatchObject({ attempts: i + 1, error: 'Stripe does not answer.', processed_at: null })
    pass(waits.at(-1) ?? 0)
  }
  expect(waits.slice(0, 4)).toEqual([5000, 10_000, 20_000, 40_000])
  expect(waits.at(-1)).toBe(600_000)
  expect(errors).toHaveLength(24)
  provider.failure = null
  await processDueEvents(openDeps())
  expect(await readOurs(db, idOf(second))).toEqual({ state: 'active', paid: 490 })
  expect((await events()).every(row => row.processed_at !== null && row.error === null)).toBe(true)
})

test('one customer that cannot be read does not stop the others', async () => {
  await record([eventAbout(refOf(first)), eventAbout(refOf(second))])
  const deps = openDeps()
  const refresh = async (customerRef: string) => {
    if (customerRef === refOf(first)) throw new Error('This customer is broken.')
    return deps.refresh(customerRef)
  }
  await processDueEvents({ ...deps, refresh })
  expect(await readOurs(db, idOf(second))).toEqual({ state: 'active', paid: 490 })
  expect((await events()).filter(row => row.processed_at === null)).toMatchObject([{ customer_ref: refOf(first), attempts: 1 }])
})

test('an event whose reading was overtaken is read again, because the later reading may have failed', async () => {
  await record([eventAbout(refOf(first))])
  const deps = openDeps()
  const read = provider.readCustomer
  // Another host begins a reading meanwhile, and dies before it writes.
  provider.readCustomer = async customerRef => {
    const snapshot = await read(customerRef)
    await db.updateTable('billing_customers').set({ reading: sql`reading + 1` }).where('customer_ref', '=', customerRef).execute()
    return snapshot
  }
  await processDueEvents(openDeps())
  expect(await readOurs(db, idOf(first))).toEqual({ state: null, paid: 0 })
  expect(await events()).toMatchObject([{ processed_at: null, attempts: 0, error: null }])
  pass(2000)
  await processDueEvents(deps)
  expect(await readOurs(db, idOf(first))).toEqual({ state: 'active', paid: 490 })
})

test('events that a host claimed before it died are processed by another', async () => {
  await record([eventAbout(refOf(first))])
  const { promise, resolve } = Promise.withResolvers<void>()
  const deps = openDeps()
  const dying = processDueEvents({ ...deps, refresh: () => promise.then(() => Promise.reject(new Error('It has died.'))) })
  await expect.poll(async () => (await events())[0]?.due_at).not.toEqual(now)
  expect(await processDueEvents(deps)).toBe(0)
  pass(5 * 60_000)
  expect(await processDueEvents(deps)).toBe(1)
  resolve()
  await dying
  // What the dead host still writes changes nothing.
  expect(await events()).toMatchObject([{ attempts: 0, error: null, due_at: null }])
})

test('two workers never claim the same event', async () => {
  await record(Array.from({ length: 40 }, (_, i) => eventAbout(refOf(owners[i % 3]))))
  const counts = await Promise.all([processDueEvents(openDeps()), processDueEvents(openDeps()), processDueEvents(openDeps())])
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(40)
})

test('the worker wakes for an event, and stops when what it claimed is done', async () => {
  let slept = 0
  const sleep = async (_: number, signal?: AbortSignal) => {
    slept++
    // A worker that was stopped before it slept gets a signal that has fired.
    if (signal && !signal.aborted) await once(signal, 'abort')
  }
  const worker = startEventWorker({ ...openDeps(), clock: { now: () => now, sleep } })
  await expect.poll(() => slept).toBe(1)
  await record([eventAbout(refOf(first))])
  worker.wake()
  await expect.poll(async () => (await readOurs(db, idOf(first))).state).toBe('active')
  await worker.stop()
})

test('the wait before another try grows up to ten minutes', () => {
  expect([0, 1, 5, 6, 7, 1000].map(retryDelayMs)).toEqual([5000, 10_000, 160_000, 320_000, 600_000, 600_000])
})

test('shuffled, repeated and lost events leave what the provider has, once the list of events was read', async () => {
  const states: Truth['state'][] = ['trialing', 'active', 'past_due', 'active', 'paused', 'active', 'ended']
  const chance = seeded(7)
  for (let round = 0; round < 15; round++) {
    await db.deleteFrom('billing_events').execute()
    const happened: ProviderEvent[] = []
    const told: ProviderEvent[] = []
    for (const [step, state] of states.entries()) {
      for (const { customerRef } of owners) {
        if (chance() < 0.3) continue
        provider.truths.set(customerRef, { state, periods: step })
        const event = eventAbout(customerRef, now)
        happened.push(event)
        if (chance() < 0.7) told.push(event)
        if (chance() < 0.3) told.push(event)
      }
      // Webhooks arrive late, in any order, while others are processed.
      told.sort(() => chance() - 0.5)
      await record(told.splice(0, Math.floor(chance() * told.length)))
      if (chance() < 0.5) await processDueEvents(openDeps())
      pass(60_000)
    }
    const source = {
      name: 'stripe' as const,
      listEvents: async function* () {
        yield* happened.toReversed()
      },
    }
    await catchUpOnEvents({ db, source, now: () => now, wake: () => undefined })
    await record(told)
    pass(10_000)
    await processDueEvents(openDeps())
    expect(errors).toEqual([])
    for (const { ownerId, customerRef } of owners) {
      const { state, periods } = provider.truths.get(customerRef) ?? { state: null, periods: 0 }
      expect(await readOurs(db, ownerId)).toEqual({ state, paid: 490 * periods })
    }
    for (const table of ['invoices', 'subscriptions'] as const) await db.deleteFrom(table).execute()
  }
})

const listing = (listed: ProviderEvent[], asked: Date[] = []) => ({
  name: 'stripe' as const,
  async *listEvents(since: Date) {
    asked.push(since)
    for (const event of listed.toReversed()) if (event.occurredAt >= since) yield event
  },
})

test('the catch-up records what no webhook brought, wakes the worker, and moves the cursor', async () => {
  const known = eventAbout(refOf(first), at(99))
  const missed = [eventAbout(refOf(second), at(99.2)), eventAbout(refOf(third), at(99.9))]
  await record([known])
  let woken = 0
  const asked: Date[] = []
  const catchUp = () => catchUpOnEvents({ db, source: listing([known, ...missed], asked), now: () => now, wake: () => void woken++ })
  expect(await catchUp()).toBe(2)
  expect(woken).toBe(1)
  expect(await readEventsCursor(db, 'stripe')).toEqual(at(99.9))
  expect(await catchUp()).toBe(0)
  expect(woken).toBe(1)
  // The first time a day back, then an hour before the newest event.
  expect(asked).toEqual([at(99), new Date(at(99.9).getTime() - 3_600_000)])
})

test('the cursor stays when the list breaks off, and never moves back', async () => {
  await moveEventsCursor(db, 'stripe', at(50))
  const broken = {
    name: 'stripe' as const,
    async *listEvents() {
      yield eventAbout(refOf(first), at(90))
      throw new ProviderError('unreachable', 'Stripe does not answer.')
    },
  }
  await expect(catchUpOnEvents({ db, source: broken, now: () => now, wake: () => undefined })).rejects.toThrow('does not answer')
  expect(await readEventsCursor(db, 'stripe')).toEqual(at(50))
  expect(await events()).toEqual([])
  await moveEventsCursor(db, 'stripe', at(40))
  expect(await readEventsCursor(db, 'stripe')).toEqual(at(50))
})

test('the reconciliation writes what no event told, and counts it', async () => {
  const deps = openDeps()
  await record([eventAbout(refOf(first))])
  await processDueEvents(deps)
  provider.truths.set(refOf(second), { state: 'past_due', periods: 2 })
  provider.truths.delete(refOf(third))
  const found = await reconcile({
    db,
    provider: { name: 'stripe', listCustomers: () => refs([refOf(first), refOf(second), 'cus_of_somebody_else']) },
    refresh: deps.refresh,
    now: () => now,
    onError: error => void errors.push(error),
  })
  expect(found).toEqual({ customers: 3, differences: 1, missing: [refOf(third)], strangers: ['cus_of_somebody_else'], failed: 0 })
  expect(await readOurs(db, idOf(second))).toEqual({ state: 'past_due', paid: 980 })
  expect(await db.selectFrom('billing_syncs').selectAll().execute()).toMatchObject([
    { provider: 'stripe', reconciled_at: now, reconciled_customers: 3, reconciled_differences: 1, events_read_to: null },
  ])
})

async function* refs(all: string[]) {
  yield* all
}

test('a reconciliation goes on after one failure, and stops when the provider is gone', async () => {
  const deps = openDeps()
  const run = (refresh: typeof deps.refresh) =>
    reconcile({
      db,
      provider: { name: 'stripe', listCustomers: () => refs([]) },
      refresh,
      now: () => now,
      onError: error => void errors.push(error),
    })
  const found = await run(async ref => (ref === refOf(first) ? Promise.reject(new Error('Broken.')) : deps.refresh(ref)))
  expect(found).toMatchObject({ customers: 2, failed: 1 })
  expect(errors).toHaveLength(1)
  await addOwners(db, 5)
  await expect(run(() => Promise.reject(new ProviderError('unreachable', 'Gone.')))).rejects.toThrow('stopped answering')
})

test('processed events are erased when they are old, waiting ones never', async () => {
  await record([eventAbout(null), eventAbout(refOf(first))])
  expect(await sweepBillingEvents(db, new Date(now.getTime() + 1))).toBe(1)
  expect(await events()).toMatchObject([{ customer_ref: refOf(first) }])
})

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
