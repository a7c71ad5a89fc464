// Writes what became of attempts, many at once: deliveries, lanes, the number's pause, phones that cannot be reached.
import { mayGoSingly } from '../../../core/delivery/folding.ts'
import type { Outcome } from '../../../core/delivery/outcome.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { endPause, pauseNumber, slowNumber } from '../number/queue.ts'
import { lockDestinations } from '../owners.ts'
import type { DeliveryPolicy } from '../policy.ts'
import type { ClaimedDelivery } from '../queue.ts'
import { closeWindow, noteFailures } from '../store.ts'
import { type Settlement, settlementOf, withMembers } from './change.ts'
import { type Change, lockWithMembers, type OnFinal, readTries, writeChanges } from './queue.ts'

export interface Done {
  claimed: ClaimedDelivery
  outcome: Outcome
}

export interface SettleParts {
  host: string
  numberId: string
  policy: DeliveryPolicy
  onFinal: OnFinal
  random(): number
}

/** Safe to repeat, and to come late: the attempt's number decides what still counts. */
export async function settle(db: Db, done: Done[], now: Date, parts: SettleParts): Promise<void> {
  if (done.length === 0) return
  await db.transaction().execute(async tx => {
    const failing = done.filter(d => mayStop(d.outcome))
    await lockDestinations(
      tx,
      failing.map(f => f.claimed),
    )
    for (const { claimed } of done.filter(d => d.outcome.kind === 'held' && d.outcome.reason === 'window_closed')) {
      await closeWindow(tx, claimed.userId, claimed.destinationId, claimed.startedAt)
    }
    const settled = await settlementsOf(tx, done, now, parts)
    await writeChanges(
      tx,
      settled.flatMap(s => s.changes),
      now,
      parts.onFinal,
    )
    for (const { claimed, outcome } of failing) {
      await noteFailures(
        tx,
        claimed.userId,
        claimed.destinationId,
        outcome.kind === 'failed' && outcome.stop === 'destination',
        parts.policy.unreachableAfter,
        now,
      )
    }
    await steerNumber(tx, done, settled, now, parts)
  })
}

/** Is it a failure after which the phone may count as unreachable? */
const mayStop = (outcome: Outcome): boolean =>
  outcome.kind === 'failed' && (outcome.stop === 'destination' || outcome.reason === 'undeliverable')

async function settlementsOf(tx: Tx, done: Done[], now: Date, parts: SettleParts): Promise<(Settlement & { changes: Change[] })[]> {
  const { rows, members } = await lockWithMembers(
    tx,
    done.map(d => d.claimed),
    done.some(d => d.claimed.kind === 'announcement' && d.outcome.kind !== 'sent'),
  )
  const tries = done.some(d => d.outcome.kind !== 'sent') ? await readTries(tx, rows) : new Map()
  return done.flatMap(({ claimed, outcome }) => {
    const row = rows.find(r => r.id === claimed.deliveryId && r.user_id === claimed.userId)
    if (!row) return []
    const lease = { host: parts.host, until: claimed.leaseUntil }
    const ended = { outcome, attempt: claimed.attempt, lease, nextTokenAt: claimed.nextTokenAt }
    const settlement = settlementOf(row, tries.get(row.id), ended, now, parts.random(), parts.policy)
    const singly = mayGoSingly(outcome, settlement.aftermath.unknownSince)
    return [{ ...settlement, changes: withMembers(settlement.change, members, singly) }]
  })
}

async function steerNumber(tx: Tx, done: Done[], settled: Settlement[], now: Date, { numberId, policy }: SettleParts): Promise<void> {
  const pauses = settled.flatMap(s => s.aftermath.pauseNumber ?? [])
  const longest = pauses.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0]
  // Without a reason it only catches its breath: we were too fast.
  if (pauses.some(p => p.reason === null)) await slowNumber(tx, numberId, policy.numberPerSecond, now)
  if (longest) return pauseNumber(tx, numberId, longest, now)
  const probe = done.find(d => d.claimed.probesPause && (d.outcome.kind === 'sent' || d.outcome.kind === 'failed'))
  if (!probe?.claimed.probesPause) return
  await endPause(tx, numberId, probe.claimed.probesPause, now)
}
