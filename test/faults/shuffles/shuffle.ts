// Tells the reports of one scenario to many deliveries of PostgreSQL, to each in another order, and compares where they end.

import { recordStatus } from '../../../server/delivery/outcomes/status.ts'
import type { ClaimedDelivery } from '../../../server/delivery/queue.ts'
import { openWindow } from '../../../server/delivery/store.ts'
import { openTestbed, sent, unknown } from '../../../server/delivery/testbed.fixture.ts'
import type { Db } from '../../../server/foundation/db/pool.ts'
import { failureOf } from '../../../server/whatsapp/errors.ts'
import { seeded } from '../chance.ts'
import { type Scenario, scenarioOf, shuffled, type Told } from './scenario.ts'

export interface Shuffled {
  shuffles: number
  scenarios: number
  reports: number
  /** One for each scenario whose end depends on the order. */
  sentences: string[]
}

export interface ShuffleRun {
  count: number
  seed: number
  progress?: (text: string) => void
  /** What is told, as a bug would have it. */
  distort?: (told: Told[]) => Told[]
}

/** So many orders of each scenario are compared with one another. */
const orders = 20
const echoMs = 60_000

export async function runShuffles(db: Db, { count, seed, progress = () => undefined, distort }: ShuffleRun): Promise<Shuffled> {
  const chance = seeded(seed)
  const lanes = await openLanes(db, Math.min(orders, count))
  const found: Shuffled = { shuffles: 0, scenarios: 0, reports: 0, sentences: [] }
  while (found.shuffles < count) {
    const scenario = scenarioOf(chance)
    const tellings = lanes.people.map(() => shuffled(scenario.told, chance))
    const ends = await lanes.tell(scenario, distort ? tellings.map(distort) : tellings)
    found.shuffles += tellings.length
    found.scenarios++
    found.reports += tellings.length * scenario.told.length
    found.sentences.push(...differences(scenario, tellings, ends))
    if (found.scenarios % 50 === 0) progress(`${found.shuffles} of ${count} shuffles, ${found.sentences.length} scenarios that differ`)
  }
  return found
}

async function openLanes(db: Db, count: number) {
  const bed = openTestbed(db)
  bed.pass(Date.now() - bed.now().getTime())
  const host = bed.host('shuffles')
  const people: { userId: string; phone: string }[] = []
  for (let i = 0; i < count; i++) {
    const userId = crypto.randomUUID()
    people.push({ userId, phone: await bed.phoneOf(userId, 'Phone', String(15550106000 + i)) })
  }

  /** One mail for each person, taken as far as the scenario begins. */
  async function begin({ history }: Scenario): Promise<ClaimedDelivery[]> {
    // Each begins with an open window and all of its pace.
    bed.pass(3 * echoMs)
    for (const { userId, phone } of people) {
      await db.transaction().execute(tx => openWindow(tx, userId, phone, bed.now()))
      await bed.mail(userId, phone)
    }
    const first = await claimAll()
    if (history === 'flying') return first
    if (history === 'accepted') {
      await host.settleAll(first.map(claimed => ({ claimed, outcome: sent(wamidOf(claimed, 1)) })))
      return first
    }
    await host.settleAll(first.map(claimed => ({ claimed, outcome: unknown })))
    if (history === 'unknown') return first
    bed.pass(echoMs)
    const second = await claimAll()
    if (history === 'resent') await host.settleAll(second.map(claimed => ({ claimed, outcome: sent(wamidOf(claimed, 2)) })))
    return second
  }

  async function claimAll(): Promise<ClaimedDelivery[]> {
    const claimed = await host.claim(count)
    if (claimed.length !== count) throw new Error(`${claimed.length} of ${count} lanes had their turn.`)
    return people.flatMap(({ userId }) => claimed.filter(one => one.userId === userId))
  }

  async function tellOne(claimed: ClaimedDelivery, told: Told): Promise<void> {
    if (told.kind === 'answer') return host.recordOutcome(claimed, sent(wamidOf(claimed, told.attempt)))
    const { attempt, status, code, atS } = told
    const error = code === null ? null : { code, detail: null }
    const at = new Date(bed.now().getTime() + atS * 1000)
    const { userId, deliveryId } = claimed
    const report = { wamid: wamidOf(claimed, attempt), userId, deliveryId, status, at, error, price: null }
    const parts = { now: bed.now(), onFinal: bed.onFinal, failureOf, unreachableAfter: 3 }
    await db.transaction().execute(tx => recordStatus(tx, report, parts))
  }

  return {
    people,
    /** Where each delivery ended, as text that is the same where it ended alike. */
    async tell(scenario: Scenario, tellings: Told[][]): Promise<string[]> {
      const claims = await begin(scenario)
      const began = bed.booked.length
      await Promise.all(
        claims.map(async (claimed, i) => {
          for (const told of tellings[i] ?? []) await tellOne(claimed, told)
        }),
      )
      const booked = Map.groupBy(bed.booked.slice(began), one => one.userId)
      const ends = await Promise.all(claims.map(claimed => endOf(db, claimed, booked.get(claimed.userId) ?? [])))
      await endAll(claims)
      return ends
    },
  }

  /** What is left open would stand before the next mail of its lane. */
  async function endAll(claims: ClaimedDelivery[]): Promise<void> {
    const ids = claims.map(claimed => claimed.deliveryId)
    await db.deleteFrom('attempts').where('delivery_id', 'in', ids).execute()
    await db.deleteFrom('deliveries').where('id', 'in', ids).execute()
    await db.updateTable('lanes').set({ claimed_until: null, claimed_by: null, blocked_until: null }).execute()
    await db.updateTable('destinations').set({ state: 'linked' }).execute()
  }
}

const wamidOf = ({ deliveryId }: ClaimedDelivery, attempt: number): string => `wamid.${deliveryId}.${attempt}`

/** Hours depend on what was told first, as a late report is put between those before and behind it; their order does not. */
async function endOf(db: Db, { userId, deliveryId }: ClaimedDelivery, booked: { outcome: string }[]): Promise<string> {
  const { state, reason, incident, ...at } = await db
    .selectFrom('deliveries')
    .select(['state', 'reason', 'incident', 'accepted_at', 'sent_at', 'delivered_at', 'read_at'])
    .where('user_id', '=', userId)
    .where('id', '=', deliveryId)
    .executeTakeFirstOrThrow()
  const hours = [at.accepted_at, at.sent_at, at.delivered_at, at.read_at].flatMap(hour => hour?.getTime() ?? [])
  const isInOrder = hours.every((hour, i) => i === 0 || hour >= (hours[i - 1] ?? 0))
  const delivered = booked.filter(one => one.outcome !== 'released').length
  return [state, reason, incident, `booked ${delivered}`, ...(isInOrder ? [] : [`hours out of order: ${hours.join(' ')}`])]
    .filter(Boolean)
    .join(', ')
}

function differences(scenario: Scenario, tellings: Told[][], ends: string[]): string[] {
  const at = ends.findIndex(end => end !== ends[0])
  if (at < 0) return []
  const said = (i: number) => `${tellings[i]?.map(wordOf).join(' ')} → ${ends[i]}`
  return [`${scenario.history}: ${said(0)}, but ${said(at)}`]
}

const wordOf = (told: Told): string =>
  told.kind === 'answer' ? 'answer' : `${told.status}${told.attempt}${told.code === null ? '' : `(${told.code})`}`
