// Tests the worker against the in-memory queue and PostgreSQL, in real time with short waits.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { Outcome } from '../../core/delivery/outcome.ts'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../foundation/clock.ts'
import { newId } from '../foundation/seal.ts'
import { claim } from './claim/claim.ts'
import { openMemoryQueue } from './memory-queue.fixture.ts'
import { openPace } from './number/pace.ts'
import { recordOutcomes } from './outcomes/record.ts'
import { recordStatus } from './outcomes/status.ts'
import { deliveryPolicy } from './policy.ts'
import { enqueue, nextDueAt } from './queue.ts'
import { addDestination, changeDestination } from './store.ts'
import { startWorker, type Worker, type WorkerDeps } from './worker.ts'

const { db } = await testDatabase()
const quick = { burst: 50, refillMs: 1, unknownWaitMs: 1000, retryBaseMs: 10, sendTimeoutMs: 1 }
const policy = {
  ...deliveryPolicy({ ...quick, digestFrom: 0, announcePatienceMs: 0, announceGapMs: 0, numberPerSecond: 10_000 }),
  leaseMs: 2000,
}
const { now } = systemClock

type Send = (id: string) => Promise<Outcome>
type Change = <C>(deps: WorkerDeps<C>) => WorkerDeps<C>

/** A queue with named lanes, and any number of hosts. */
interface Stage {
  mail(lane: string): Promise<string>
  start(host: string, send: Send, change?: Change): Worker
  report(id: string): Promise<void>
  stateOf(id: string): Promise<string | undefined>
}

const common = { clock: systemClock, policy: { concurrency: 4 }, onError: () => undefined }
const asTheyAre: Change = deps => deps

async function openInMemory(): Promise<Stage> {
  const queue = openMemoryQueue(policy, now, Math.random)
  let mails = 0
  return {
    async mail(lane) {
      queue.enqueue(lane, `mail ${++mails}`)
      return `mail ${mails}`
    },
    start: (_host, send, change = asTheyAre) => {
      const { claim: take, recordOutcomes: end, nextDueAt: due } = queue
      return startWorker(
        change({
          ...common,
          claim: take,
          recordOutcomes: end,
          nextDueAt: due,
          laneOf: c => c.lane,
          prepare: c => () => send(c.id),
          leaseUntil: c => c.leaseUntil,
        }),
      )
    },
    report: async id => queue.report(id, 'sent'),
    stateOf: async id => queue.deliveries.get(id)?.state,
  }
}

async function openInPostgres(): Promise<Stage> {
  for (const table of ['lanes', 'deliveries', 'attempts', 'destinations'] as const) await db.deleteFrom(table).execute()
  const anna = crypto.randomUUID()
  const phones = new Map<string, string>()
  const onFinal = async () => undefined
  const phoneOf = async (lane: string) => {
    const known = phones.get(lane)
    if (known) return known
    const { id } = await addDestination(db, anna, newId(now()), lane, now())
    await db.transaction().execute(tx => changeDestination(tx, anna, id, { state: 'linked', last_inbound_at: now() }))
    phones.set(lane, id)
    return id
  }
  return {
    async mail(lane) {
      const id = newId(now())
      const delivery = {
        id,
        messageId: newId(now()),
        filterId: null,
        destinationId: await phoneOf(lane),
        usageMonth: '2026-03',
        held: null,
        redact: null,
        show: null,
      }
      await db.transaction().execute(tx => enqueue(tx, anna, [delivery], now()))
      return id
    },
    start: (host, send, change = asTheyAre) => {
      const pace = openPace(() => ({ numberId: 'number', maxPerSecond: policy.numberPerSecond }))
      const deps = { host, numberId: 'number', policy, pace, onFinal, random: Math.random }
      return startWorker(
        change({
          ...common,
          claim: limits => claim(db, now(), limits, deps),
          laneOf: c => c.destinationId,
          recordOutcomes: done => recordOutcomes(db, done, now(), deps),
          nextDueAt: () => nextDueAt(db, now(), deps),
          prepare: c => () => send(c.deliveryId),
          leaseUntil: c => c.leaseUntil,
        }),
      )
    },
    async report(id) {
      const report = { wamid: `wamid.${id}`, userId: anna, deliveryId: id, status: 'sent' as const, at: now(), error: null, price: null }
      const failureOf = () => ({ reason: 'refused', stop: 'delivery' as const })
      await db.transaction().execute(tx => recordStatus(tx, report, { now: now(), onFinal, failureOf, unreachableAfter: 3 }))
    },
    stateOf: async id => (await db.selectFrom('deliveries').select('state').where('id', '=', id).executeTakeFirst())?.state,
  }
}

const sent = (id: string): Outcome => ({ kind: 'sent', wamid: `wamid.${id}` })
const soon = { timeout: 8_000, interval: 10 }

describe.each([
  ['in memory', openInMemory],
  ['in PostgreSQL', openInPostgres],
])('%s', (_, open) => {
  test('several workers send each email once, in lane order', async () => {
    const stage = await open()
    const left = new Map<string, string[]>()
    const laneOf = new Map<string, string>()
    const send: Send = async id => {
      await sleep(Math.random() * 5)
      const lane = laneOf.get(id) ?? ''
      left.set(lane, [...(left.get(lane) ?? []), id])
      return sent(id)
    }
    const workers = ['a', 'b', 'c'].map(host => stage.start(host, send))
    for (let i = 0; i < 30; i++) {
      const lane = `lane ${i % 5}`
      laneOf.set(await stage.mail(lane), lane)
      workers[0]?.wake()
    }
    await vi.waitFor(() => expect([...left.values()].flat()).toHaveLength(30), soon)
    await Promise.all(workers.map(w => w.stop()))
    for (const [lane, ids] of left) expect(ids).toEqual([...laneOf].filter(([, of]) => of === lane).map(([id]) => id))
  })

  test('emails that go quickly are claimed together, and nothing overtakes one that has to go again', async () => {
    const stage = await open()
    const mails: string[] = []
    for (let i = 0; i < 40; i++) mails.push(await stage.mail('lane'))
    const again = mails[30] ?? ''
    const left: string[] = []
    let claims = 0
    const counting: Change = deps => ({
      ...deps,
      claim: async limits => {
        const claimed = await deps.claim(limits)
        if (claimed.length > 0) claims += 1
        return claimed
      },
    })
    const send: Send = async id => {
      left.push(id)
      const isFirst = left.filter(one => one === id).length === 1
      return id === again && isFirst ? { kind: 'retry', reason: 'temporary', afterMs: 0, scope: 'delivery' } : sent(id)
    }
    const worker = stage.start('a', send, counting)
    await vi.waitFor(() => expect(left).toHaveLength(41), soon)
    await worker.stop()
    expect(left).toEqual([...mails.slice(0, 31), ...mails.slice(30)])
    expect(claims).toBeLessThan(40)
  })

  test('another host resends what a dead host was sending, after waiting for the echo', async () => {
    const stage = await open()
    const id = await stage.mail('lane')
    const sends: string[] = []
    const hang: Send = () => new Promise(() => undefined)
    const dying: Change = deps => ({ ...deps, claim: limit => (sends.length > 0 ? new Promise(() => undefined) : deps.claim(limit)) })
    stage.start(
      'dies',
      async mail => {
        sends.push('dies')
        return hang(mail)
      },
      dying,
    )
    await vi.waitFor(() => expect(sends).toEqual(['dies']), soon)
    const other = stage.start('lives', async mail => {
      sends.push('lives')
      return sent(mail)
    })
    await vi.waitFor(async () => expect(await stage.stateOf(id)).toBe('accepted'), soon)
    await other.stop()
    expect(sends).toEqual(['dies', 'lives'])
  })

  test('an echo in time resolves an unknown outcome, and the next email is sent', async () => {
    const stage = await open()
    const [first, second] = [await stage.mail('lane'), await stage.mail('lane')]
    const sends: string[] = []
    const worker = stage.start('a', async id => {
      sends.push(id)
      return id === first ? { kind: 'unknown', reason: 'no_answer' } : sent(id)
    })
    await vi.waitFor(async () => expect(await stage.stateOf(first)).toBe('unknown'), soon)
    await stage.report(first)
    await vi.waitFor(async () => expect(await stage.stateOf(second)).toBe('accepted'), soon)
    await sleep(1.3 * quick.unknownWaitMs)
    await worker.stop()
    expect(sends).toEqual([first, second])
  })

  test('stopping finishes what is in flight and starts nothing new', async () => {
    const stage = await open()
    const [first, second] = [await stage.mail('lane'), await stage.mail('lane')]
    let begun = 0
    const worker = stage.start('a', async id => {
      begun++
      await sleep(150)
      return sent(id)
    })
    await vi.waitFor(() => expect(begun).toBe(1), soon)
    await worker.stop()
    expect([await stage.stateOf(first), await stage.stateOf(second), begun]).toEqual(['accepted', 'queued', 1])
  })

  test('an outcome is kept until it can be recorded, however long that takes, and nothing is sent twice', async () => {
    const stage = await open()
    const id = await stage.mail('lane')
    let [sends, refusals] = [0, 45]
    const failing: Change = deps => ({
      ...deps,
      clock: { now, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 20), signal) },
      recordOutcomes: async done => {
        if (refusals-- > 0) throw new Error('The database is unavailable.')
        await deps.recordOutcomes(done)
      },
    })
    const worker = stage.start(
      'a',
      async mail => {
        sends++
        return sent(mail)
      },
      failing,
    )
    await vi.waitFor(async () => expect(await stage.stateOf(id)).toBe('accepted'), soon)
    await worker.stop()
    expect(sends).toBe(1)
  })

  test('a claim that expires before sending is returned unsent', async () => {
    const stage = await open()
    const id = await stage.mail('lane')
    let sends = 0
    const late: Change = deps => ({ ...deps, leaseUntil: claimed => (sends === 0 ? new Date(0) : deps.leaseUntil(claimed)) })
    const frozen = stage.start('frozen', async mail => sent(mail), late)
    await vi.waitFor(async () => expect(await stage.stateOf(id)).toBe('queued'), soon)
    await frozen.stop()
    const other = stage.start('lives', async mail => {
      sends++
      return sent(mail)
    })
    await vi.waitFor(async () => expect(await stage.stateOf(id)).toBe('accepted'), soon)
    await other.stop()
    expect(sends).toBe(1)
  })

  test('a send that throws has an unknown outcome', async () => {
    const stage = await open()
    const id = await stage.mail('lane')
    const worker = stage.start('a', () => Promise.reject(new Error('planted')))
    await vi.waitFor(async () => expect(await stage.stateOf(id)).toBe('failed'), soon)
    await worker.stop()
  })
})
