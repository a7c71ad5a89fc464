// Applies the reports of one scenario to many deliveries in PostgreSQL, each in a different order, and compares the final states.

import type { Outcome } from '../../../core/delivery/outcome.ts'
import { recordStatus } from '../../../server/delivery/outcomes/status.ts'
import type { ClaimedDelivery } from '../../../server/delivery/queue.ts'
import { openWindow } from '../../../server/delivery/store.ts'
import { openTestbed, sent } from '../../../server/delivery/testbed.fixture.ts'
import type { Db } from '../../../server/foundation/db/pool.ts'
import { failureOf } from '../../../server/whatsapp/errors.ts'
import { seeded } from '../chance.ts'
import { type Scenario, type ScenarioEvent, scenarioOf, shuffled } from './scenario.ts'

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
  distort?: (events: ScenarioEvent[]) => ScenarioEvent[]
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
    const orderings = lanes.people.map(() => shuffled(scenario.events, chance))
    const ends = await lanes.apply(scenario, distort ? orderings.map(distort) : orderings)
    found.shuffles += orderings.length
    found.scenarios++
    found.reports += orderings.length * scenario.events.length
    found.sentences.push(...differences(scenario, orderings, ends))
    if (found.scenarios % 50 === 0) progress(`${found.shuffles} of ${count} shuffles, ${found.sentences.length} scenarios that differ`)
  }
  return found
}

/** Not WhatsApp's trouble, which would pause the number. */
const lost: Outcome = { kind: 'unknown', reason: 'interrupted' }

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
      await host.recordAll(first.map(claimed => ({ claimed, outcome: sent(wamidOf(claimed, 1)) })))
      return first
    }
    await host.recordAll(first.map(claimed => ({ claimed, outcome: lost })))
    if (history === 'unknown') return first
    bed.pass(echoMs)
    const second = await claimAll()
    if (history === 'resent') await host.recordAll(second.map(claimed => ({ claimed, outcome: sent(wamidOf(claimed, 2)) })))
    return second
  }

  async function claimAll(): Promise<ClaimedDelivery[]> {
    const claimed = await host.claim({ lanes: count })
    if (claimed.length !== count) throw new Error(`${claimed.length} of ${count} lanes had their turn.`)
    return people.flatMap(({ userId }) => claimed.filter(one => one.userId === userId))
  }

  async function applyEvent(claimed: ClaimedDelivery, event: ScenarioEvent): Promise<void> {
    if (event.kind === 'answer') return host.recordOutcome(claimed, sent(wamidOf(claimed, event.attempt)))
    const { attempt, status, code, atS } = event
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
    async apply(scenario: Scenario, orderings: ScenarioEvent[][]): Promise<string[]> {
      const claims = await begin(scenario)
      const began = bed.usageChanges.length
      await Promise.all(
        claims.map(async (claimed, i) => {
          for (const event of orderings[i] ?? []) await applyEvent(claimed, event)
        }),
      )
      const booked = Map.groupBy(bed.usageChanges.slice(began), one => one.userId)
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
  const delivered = booked.filter(one => one.outcome !== 'returned').length
  return [state, reason, incident, `booked ${delivered}`, ...(isInOrder ? [] : [`hours out of order: ${hours.join(' ')}`])]
    .filter(Boolean)
    .join(', ')
}

function differences(scenario: Scenario, orderings: ScenarioEvent[][], ends: string[]): string[] {
  const at = ends.findIndex(end => end !== ends[0])
  if (at < 0) return []
  const said = (i: number) => `${orderings[i]?.map(wordOf).join(' ')} → ${ends[i]}`
  return [`${scenario.history}: ${said(0)}, but ${said(at)}`]
}

const wordOf = (event: ScenarioEvent): string =>
  event.kind === 'answer' ? 'answer' : `${event.status}${event.attempt}${event.code === null ? '' : `(${event.code})`}`
