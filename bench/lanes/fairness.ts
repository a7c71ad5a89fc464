// Measures how long messages to fifty people take, alone and while somebody else gets 10,000, in real and simulated time.
import { setTimeout as sleep } from 'node:timers/promises'
import { monthOf } from '../../core/plans/allowance.ts'
import { addReserved } from '../../server/billing/usage-store.ts'
import { markDispatched } from '../../server/delivery/dispatch-queue.ts'
import { enqueue } from '../../server/delivery/queue.ts'
import { addDestination, changeDestination } from '../../server/delivery/store.ts'
import { startWorker } from '../../server/delivery/worker.ts'
import { systemClock } from '../../server/foundation/clock.ts'
import type { Db } from '../../server/foundation/db/pool.ts'
import { newId } from '../../server/foundation/seal.ts'
import { deliveryWorkerDeps } from '../../server/wiring/delivery.ts'
import { seeded } from '../../test/faults/chance.ts'
import { startHosts } from '../../test/faults/lanes/hosts.ts'
import { createContext, type MailKind, openLaneWorld, type Phone } from '../../test/faults/lanes/world.ts'

const people = 50
/** Each of the others gets one message every two seconds, which the pace of a phone allows without waiting. */
const everyMs = 40
const othersCount = 400
const rounds = 4
const floodSize = 10_000
const batch = 50
/** How long one call to the messenger takes. */
const callMs = 80

/** Alternates both cases, so that other load on the machine affects them alike. */
export async function measureFairness(db: Db): Promise<string> {
  const alone: number[] = []
  const beside: number[] = []
  for (let i = 0; i < rounds; i++) {
    alone.push(...(await oneRound(db, false)))
    beside.push(...(await oneRound(db, true)))
    process.stderr.write(
      `round ${i + 1} of ${rounds}: p99 ${p99(alone)} ms alone, ${p99(beside)} ms beside ${floodSize} messages to one person\n`,
    )
  }
  const moved = { alone: p99(await simulatedRound(db, false)), beside: p99(await simulatedRound(db, true)) }
  return [
    `others_p99_alone=${p99(alone)} others_p99_beside=${p99(beside)} ratio=${(p99(beside) / p99(alone)).toFixed(2)}`,
    `moved_p99_alone=${moved.alone} moved_p99_beside=${moved.beside} moved_ratio=${(moved.beside / moved.alone).toFixed(2)}`,
  ].join(' ')
}

/** The same on a simulated clock, where database and machine take no time: only the delay from the lanes remains. */
async function simulatedRound(db: Db, isFlooded: boolean): Promise<number[]> {
  await clearQueue(db)
  const world = openLaneWorld(db, seeded(1))
  const { clock } = world
  const start = clock.now()
  for (let i = 0; i <= people; i++) await world.writes(await world.addPhone(), 'Hello')
  const hosts = startHosts(world, { count: 1, faults: 0, lostWebhooks: 0 })
  const [flooded, ...others] = world.phones
  const post = async (phone: Phone | undefined, count: number) => phone && world.mail(phone, Array<MailKind>(count).fill('plain'))
  for (let n = 0; n < othersCount; n++) clock.at(new Date(start.getTime() + n * everyMs), () => post(others[n % people], 1))
  for (let n = 0; n < (isFlooded ? floodSize / batch : 0); n++) clock.at(new Date(start.getTime() + n * 10), () => post(flooded, batch))
  const end = new Date(start.getTime() + othersCount * everyMs + 10_000)
  while (await clock.step(end));
  await hosts.stop()
  const sent = new Map(world.messenger.bubbles.flatMap(bubble => bubble.carries.map(id => [id, bubble.at])))
  return world.enqueued
    .filter(message => message.phone !== flooded)
    .map(message => (sent.get(message.deliveryId)?.getTime() ?? Number.POSITIVE_INFINITY) - message.at.getTime())
}

interface LinkedPhone {
  userId: string
  destinationId: string
}

/** Milliseconds until each message to the others was sent. */
async function oneRound(db: Db, isFlooded: boolean): Promise<number[]> {
  await clearQueue(db)
  const phones: LinkedPhone[] = []
  for (let i = 0; i <= people; i++) phones.push(await addPhone(db, i))
  const [flooded, ...others] = phones
  const times: number[] = []
  const began = new Map<string, number>()
  const worker = startTestWorker(db, deliveryId => {
    const at = began.get(deliveryId)
    if (at !== undefined) times.push(performance.now() - at)
  })
  const start = performance.now()
  for (let n = 0; n < othersCount; n++) {
    await sleep(Math.max(0, start + n * everyMs - performance.now()))
    const phone = others[n % people]
    if (isFlooded && n === people && flooded) void enqueueFlood(db, flooded, worker.wake)
    if (!phone) continue
    for (const id of await enqueueFor(db, phone, 1)) began.set(id, performance.now())
    worker.wake()
  }
  for (let i = 0; i < 200 && times.length < othersCount; i++) await sleep(100)
  await worker.stop()
  if (times.length < othersCount) throw new Error(`Only ${times.length} messages to others were sent.`)
  return times
}

function startTestWorker(db: Db, onSent: (deliveryId: string) => void) {
  const deps = deliveryWorkerDeps(createContext(db, systemClock, {}), Math.random)
  let n = 0
  return startWorker({
    ...deps,
    prepare: claimed => async () => {
      await markDispatched(db, [{ ...claimed, before: null }], systemClock.now())
      await sleep(callMs)
      onSent(claimed.deliveryId)
      return { kind: 'sent', wamid: `wamid.fair.${claimed.deliveryId}.${++n}` }
    },
  })
}

async function clearQueue(db: Db): Promise<void> {
  for (const table of ['attempts', 'deliveries', 'lanes', 'destinations', 'inbound_messages', 'messenger_numbers', 'usage'] as const)
    await db.deleteFrom(table).execute()
}

async function addPhone(db: Db, i: number): Promise<LinkedPhone> {
  const [now, userId] = [systemClock.now(), crypto.randomUUID()]
  const { id } = await addDestination(db, userId, newId(now), `phone ${i}`, now)
  const change = { state: 'linked', wa_id: String(15_550_300_000 + i), last_inbound_at: now } as const
  await db.transaction().execute(tx => changeDestination(tx, userId, id, change))
  return { userId, destinationId: id }
}

/** In batches as large as those of a mailbox. */
async function enqueueFlood(db: Db, phone: LinkedPhone, wake: () => void): Promise<void> {
  for (let left = floodSize; left > 0; left -= batch) {
    await enqueueFor(db, phone, Math.min(left, batch))
    wake()
  }
}

async function enqueueFor(db: Db, { userId, destinationId }: LinkedPhone, count: number): Promise<string[]> {
  const now = systemClock.now()
  const usageMonth = monthOf(now)
  const deliveries = Array.from({ length: count }, () => ({
    ...{ id: newId(now), messageId: crypto.randomUUID(), filterId: null, destinationId, usageMonth, redact: null, show: null },
  }))
  return db.transaction().execute(async tx => {
    await addReserved(tx, userId, usageMonth, count)
    return enqueue(tx, userId, deliveries, now)
  })
}

const p99 = (values: number[]): number => Math.round(values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN)
