// How long the mails of fifty people take, alone and while another gets 10,000 at once: by the real clock, and by the moved one.
import { setTimeout as sleep } from 'node:timers/promises'
import { monthOf } from '../../core/plans/allowance.ts'
import { reserve } from '../../server/billing/store.ts'
import { markDispatched } from '../../server/delivery/dispatch-store.ts'
import { enqueue } from '../../server/delivery/queue.ts'
import { addDestination, changeDestination } from '../../server/delivery/store.ts'
import { startWorker } from '../../server/delivery/worker.ts'
import { systemClock } from '../../server/foundation/clock.ts'
import type { Db } from '../../server/foundation/db/pool.ts'
import { newId } from '../../server/foundation/seal.ts'
import { deliveryWorkerDeps } from '../../server/wiring/delivery.ts'
import { seeded } from '../../test/faults/chance.ts'
import { startHosts } from '../../test/faults/lanes/hosts.ts'
import { groundOf, type MailKind, openLaneWorld, type Phone } from '../../test/faults/lanes/world.ts'

const people = 50
/** To each of the others one in two seconds, which the pace of a phone lets go at once. */
const everyMs = 40
const mailsOfOthers = 400
const rounds = 4
const crowd = 10_000
const batch = 50
/** What one call to the messenger takes. */
const callMs = 80

/** In turns, so that what else the machine does meets both alike. */
export async function measureFairness(db: Db): Promise<string> {
  const alone: number[] = []
  const beside: number[] = []
  for (let i = 0; i < rounds; i++) {
    alone.push(...(await oneRound(db, false)))
    beside.push(...(await oneRound(db, true)))
    process.stderr.write(`round ${i + 1} of ${rounds}: p99 ${p99(alone)} ms alone, ${p99(beside)} ms beside ${crowd} mails for one\n`)
  }
  const moved = { alone: p99(await movedRound(db, false)), beside: p99(await movedRound(db, true)) }
  return [
    `others_p99_alone=${p99(alone)} others_p99_beside=${p99(beside)} ratio=${(p99(beside) / p99(alone)).toFixed(2)}`,
    `moved_p99_alone=${moved.alone} moved_p99_beside=${moved.beside} moved_ratio=${(moved.beside / moved.alone).toFixed(2)}`,
  ].join(' ')
}

/** The same by the moved clock, for which neither the database nor the machine takes time: what the lanes themselves cost. */
async function movedRound(db: Db, isCrowded: boolean): Promise<number[]> {
  await empty(db)
  const world = openLaneWorld(db, seeded(1))
  const { clock } = world
  const start = clock.now()
  for (let i = 0; i <= people; i++) await world.says(await world.addPhone(), 'Hello')
  const hosts = startHosts(world, { count: 1, faults: 0, lostWebhooks: 0 })
  const [one, ...others] = world.phones
  const post = async (phone: Phone | undefined, count: number) => phone && world.mail(phone, Array<MailKind>(count).fill('plain'))
  for (let n = 0; n < mailsOfOthers; n++) clock.at(new Date(start.getTime() + n * everyMs), () => post(others[n % people], 1))
  for (let n = 0; n < (isCrowded ? crowd / batch : 0); n++) clock.at(new Date(start.getTime() + n * 10), () => post(one, batch))
  const end = new Date(start.getTime() + mailsOfOthers * everyMs + 10_000)
  while (await clock.step(end));
  await hosts.stop()
  const sent = new Map(world.messenger.bubbles.flatMap(bubble => bubble.carries.map(id => [id, bubble.at])))
  return world.putIn
    .filter(mail => mail.phone !== one)
    .map(mail => (sent.get(mail.deliveryId)?.getTime() ?? Number.POSITIVE_INFINITY) - mail.at.getTime())
}

interface Place {
  userId: string
  destinationId: string
}

/** Milliseconds until each mail of the others was sent. */
async function oneRound(db: Db, isCrowded: boolean): Promise<number[]> {
  await empty(db)
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
  for (let n = 0; n < mailsOfOthers; n++) {
    await sleep(Math.max(0, start + n * everyMs - performance.now()))
    const place = others[n % people]
    if (isCrowded && n === people && one) void putAll(db, one, worker.wake)
    if (!place) continue
    for (const id of await put(db, place, 1)) began.set(id, performance.now())
    worker.wake()
  }
  for (let i = 0; i < 200 && took.length < mailsOfOthers; i++) await sleep(100)
  await worker.stop()
  if (took.length < mailsOfOthers) throw new Error(`Only ${took.length} mails of others were sent.`)
  return took
}

function workOff(db: Db, onSent: (deliveryId: string) => void) {
  const hands = deliveryWorkerDeps(groundOf(db, systemClock, {}), Math.random)
  let n = 0
  return startWorker({
    ...hands,
    send: async claimed => {
      await markDispatched(db, claimed.userId, claimed, systemClock.now())
      await sleep(callMs)
      onSent(claimed.deliveryId)
      return { kind: 'sent', wamid: `wamid.fair.${claimed.deliveryId}.${++n}` }
    },
  })
}

async function empty(db: Db): Promise<void> {
  for (const table of ['attempts', 'deliveries', 'lanes', 'destinations', 'inbound_messages', 'messenger_numbers', 'usage'] as const)
    await db.deleteFrom(table).execute()
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
    ...{ id: newId(now), messageId: crypto.randomUUID(), filterId: null, destinationId, usageMonth, held: null, redact: null, show: null },
  }))
  return db.transaction().execute(async tx => {
    await reserve(tx, userId, usageMonth, count)
    return enqueue(tx, userId, mails, now)
  })
}

const p99 = (values: number[]): number => Math.round(values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN)
