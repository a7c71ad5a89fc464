// Runs the billing suite: events of many customers arrive shuffled, repeated and partly not at all, while the server is killed.
import type { Db } from '../../../server/foundation/db/pool.ts'
import { ownDatabase } from '../../own-database.ts'
import { type Chance, seeded } from '../chance.ts'
import type { Findings } from '../checker.ts'
import { judgeBilling } from './judge.ts'
import { leave, subscribe, takeStep } from './life.ts'
import { type BillingWorld, openBillingWorld } from './world.ts'

interface BillingRun {
  kills: number
  seed: number
  progress?: (text: string) => void
  /** How many customers live a life. */
  streams?: number
  /** The server to run, for a planted bug. */
  entry?: string
}

/** How many customers there are for each kill. */
const streamsPerKill = 100
const batchSize = 250
/** How many customers act at the same time. */
const atOnce = 8
/** The server follows the stand-ins' clock each second; until then it refuses webhooks as being from the future. */
const followMs = 1500

export async function runBilling(run: BillingRun): Promise<Findings & { report: string[] }> {
  const database = await ownDatabase()
  try {
    return await runBillingOn(database, run)
  } finally {
    await database.close()
  }
}

export async function runBillingOn({ db, url }: { db: Db; url: string }, run: BillingRun): Promise<Findings & { report: string[] }> {
  const { kills, seed, progress, streams = Math.max(1, kills) * streamsPerKill, entry } = run
  const chance = seeded(seed)
  const world = await openBillingWorld(db, url, entry)
  try {
    await world.sim('POST', 'settings', { webhookRetryMs: 100, webhookRetryCapMs: 400, draftSeconds: 1, chanceSeed: seed })
    const customers: string[] = []
    const batches = Math.ceil(streams / batchSize)
    for (let batch = 0; batch < batches; batch++) {
      const count = Math.min(batchSize, streams - customers.length)
      const killsNow = Math.floor(((batch + 1) * kills) / batches) - Math.floor((batch * kills) / batches)
      customers.push(...(await liveBatch(world, { count, kills: killsNow, chance })))
      progress?.(`${customers.length} of ${streams} customers`)
    }
    const events = await settle(world, progress)
    const { differing, ledgerDifference } = await judgeBilling(world, customers)
    const sentences = [
      ...differing.slice(0, 20),
      ...(ledgerDifference === 0 ? [] : [`our money differs from the bank's by ${ledgerDifference}`]),
    ]
    const report = [
      `streams=${customers.length} events=${events} differing=${differing.length} ledger_difference=${(ledgerDifference / 100).toFixed(2)}`,
    ]
    return { mails: customers.length, lost: differing.length, duplicates: 0, unknown: 0, sentences, report }
  } finally {
    await world.close()
  }
}

/** Webhooks are repeated, overtake each other, get lost on the way or for good, and arrive spoiled; calls fail, or their answers get lost. */
const faults = [
  { percent: 25, action: { kind: 'lose' } },
  { percent: 15, action: { kind: 'duplicate', copies: 2 } },
  { percent: 40, action: { kind: 'reorder', withinMs: 800 } },
  { percent: 10, action: { kind: 'drop' } },
  { percent: 5, action: { kind: 'mutate' } },
  { percent: 5, action: { kind: 'stale' } },
  { percent: 5, action: { kind: 'future' } },
  { percent: 4, match: { method: 'GET' }, action: { kind: 'http', status: 429 } },
  { percent: 3, match: { method: 'GET' }, action: { kind: 'http', status: 503 } },
]

interface Batch {
  count: number
  kills: number
  chance: Chance
}

async function liveBatch(world: BillingWorld, { count, kills, chance }: Batch): Promise<string[]> {
  const customers: string[] = []
  for (let i = 0; i < count; i++) customers.push(await world.addCustomer())
  for (const fault of faults) await world.sim('POST', 'faults', { times: null, match: {}, ...fault })
  let server = world.startServer()
  await server.ready
  // Each customer has a random series of its own, so that the order in which they act does not matter.
  const chances = customers.map(() => seeded(Math.floor(chance() * 2 ** 32)))
  const each = (step: (world: BillingWorld, customer: string, chance: Chance) => Promise<void>) =>
    sideBySide(customers, (customer, i) => step(world, customer, chances[i] ?? chance))
  const rounds = [subscribe, takeStep, takeStep, 'month', takeStep, takeStep, 'week', takeStep, 'month', takeStep, leave] as const
  const killRounds = Array.from({ length: kills }, () => Math.floor(chance() * rounds.length))
  for (const [i, round] of rounds.entries()) {
    const work = typeof round === 'string' ? world.sim('POST', 'clock', { advance: round === 'month' ? '31d' : '7d' }) : each(round)
    for (const _ of killRounds.filter(killRound => killRound === i)) {
      await pause(chance() * 600)
      await server.kill()
      if (chance() < 0.5) await pause(chance() * 500)
      server = world.startServer()
      if (chance() < 0.8) await server.ready
    }
    await work
    await pause(typeof round === 'string' ? followMs : chance() * 300)
  }
  await world.sim('DELETE', 'faults')
  await server.ready.catch(() => undefined)
  await server.stop()
  return customers
}

async function sideBySide(customers: readonly string[], work: (customer: string, i: number) => Promise<void>): Promise<void> {
  const waiting = [...customers.entries()]
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await work(one[1], one[0])
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

/** Without faults, runs the server until it has read the bank's own list and no event waits. Returns how many events there were. */
async function settle(world: BillingWorld, progress: BillingRun['progress']): Promise<number> {
  // A last event in a second of its own: a server that has read this one began reading after all the others.
  await world.sim('POST', 'clock', { advance: '2s' })
  await world.addCustomer()
  const { data } = await world.stripe.events.list({ limit: 1 })
  const newest = (data[0]?.created ?? 0) * 1000
  const server = world.startServer()
  await server.ready
  let quiet = 0
  for (let i = 0; quiet < 4; i++) {
    if (i > 2400) throw new Error('Events still waited after twenty minutes.')
    await pause(500)
    const { waiting } = await world.db
      .selectFrom('billing_events')
      .select(e => e.fn.countAll<string>().as('waiting'))
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow()
    const { events_read_to } = (await world.db.selectFrom('billing_syncs').select('events_read_to').executeTakeFirst()) ?? {}
    quiet = Number(waiting) === 0 && (events_read_to?.getTime() ?? -1) >= newest ? quiet + 1 : 0
    if (i % 20 === 19) progress?.(`${waiting} events wait`)
  }
  await server.stop()
  const { events } = await world.db
    .selectFrom('billing_events')
    .select(e => e.fn.countAll<string>().as('events'))
    .executeTakeFirstOrThrow()
  return Number(events)
}

const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
