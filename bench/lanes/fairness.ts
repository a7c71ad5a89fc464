// How long the mails of fifty people take by the real clock, alone and while another gets 10,000 at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { monthOf } from '../../core/plans/allowance.ts'
import { reserve } from '../../server/billing/store.ts'
import { systemClock } from '../../server/clock.ts'
import type { Db } from '../../server/db/pool.ts'
import { enqueue } from '../../server/delivery/queue.ts'
import { addDestination, changeDestination } from '../../server/delivery/store.ts'
import { startWorker } from '../../server/delivery/worker.ts'
import { newId } from '../../server/seal.ts'
import { deliveryHands } from '../../server/wiring.ts'
import { configOf, groundOf } from '../../test/faults/lanes/world.ts'

const people = 50
const seconds = 15
const rounds = 3
const crowd = 10_000
const batch = 50
/** What one call to the messenger takes. */
const callMs = 80

/** In turns, so that what else the machine does meets both alike; of each the median of its rounds. */
export async function measureFairness(db: Db): Promise<string> {
  const alone: number[] = []
  const beside: number[] = []
  for (let i = 0; i < rounds; i++) {
    alone.push(await p99(db, false))
    beside.push(await p99(db, true))
    process.stderr.write(`round ${i + 1} of ${rounds}: p99 ${alone.at(-1)} ms alone, ${beside.at(-1)} ms beside ${crowd} mails for one\n`)
  }
  const [before, after] = [median(alone), median(beside)]
  return `others_p99_alone=${before} others_p99_beside=${after} ratio=${(after / before).toFixed(2)}`
}

interface Place {
  userId: string
  destinationId: string
}

async function p99(db: Db, isCrowded: boolean): Promise<number> {
  for (const table of ['attempts', 'deliveries', 'lanes', 'destinations', 'messenger_numbers', 'usage'] as const)
    await db.deleteFrom(table).execute()
  const places: Place[] = []
  for (let i = 0; i <= people; i++) places.push(await addPhone(db, i))
  const [one, ...others] = places
  const took: number[] = []
  const began = new Map<string, number>()
  const worker = workOff(db, deliveryId => {
    const at = began.get(deliveryId)
    if (at !== undefined) took.push(performance.now() - at)
  })
  const start = performance.now()
  for (let n = 0; n < seconds * people; n++) {
    await sleep(Math.max(0, start + (n * 1000) / people - performance.now()))
    const place = others[n % people]
    if (isCrowded && n === people && one) void putAll(db, one, worker.wake)
    if (!place) continue
    for (const id of await put(db, place, 1)) began.set(id, performance.now())
    worker.wake()
  }
  for (let i = 0; i < 200 && took.length < seconds * people; i++) await sleep(100)
  await worker.stop()
  if (took.length < seconds * people) throw new Error(`Only ${took.length} mails of others were sent.`)
  return Math.round(took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1] ?? Number.NaN)
}

/** Nobody of these is held back by their own pace. */
const env = { LANE_BURST: '1000', LANE_REFILL_MS: '1' }

function workOff(db: Db, onSent: (deliveryId: string) => void) {
  const hands = deliveryHands({ ...groundOf(db, systemClock, env), config: configOf(env) }, Math.random)
  let n = 0
  return startWorker({
    ...hands,
    send: async claimed => {
      await sleep(callMs)
      onSent(claimed.deliveryId)
      return { kind: 'sent', wamid: `wamid.fair.${claimed.deliveryId}.${++n}` }
    },
  })
}

async function addPhone(db: Db, i: number): Promise<Place> {
  const [now, userId] = [systemClock.now(), crypto.randomUUID()]
  const { id } = await addDestination(db, userId, newId(now), `phone ${i}`, now)
  const change = { state: 'linked', wa_id: String(15_550_300_000 + i), last_inbound_at: now } as const
  await db.transaction().execute(tx => changeDestination(tx, userId, id, change))
  return { userId, destinationId: id }
}

/** As many at once as come from a mailbox together. */
async function putAll(db: Db, place: Place, wake: () => void): Promise<void> {
  for (let left = crowd; left > 0; left -= batch) {
    await put(db, place, Math.min(left, batch))
    wake()
  }
}

async function put(db: Db, { userId, destinationId }: Place, count: number): Promise<string[]> {
  const now = systemClock.now()
  const usageMonth = monthOf(now)
  const mails = Array.from({ length: count }, () => ({
    ...{ id: newId(now), messageId: crypto.randomUUID(), filterId: null, destinationId, usageMonth, held: null, redact: null },
  }))
  return db.transaction().execute(async tx => {
    await reserve(tx, userId, usageMonth, count)
    return enqueue(tx, userId, mails, now)
  })
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
