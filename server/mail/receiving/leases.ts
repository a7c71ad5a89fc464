// Keeps this host's mailboxes watched: takes leases, renews them, and stops watching as soon as one is lost.
import type { ConnectionBudget } from '../../../core/mailbox/budget.ts'
import { hostTimes, isRowDue } from '../../../core/mailbox/hosts.ts'
import type { SecondPathTimes } from '../../../core/mailbox/second-path.ts'
import { systemClock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { openConnectionLimiter } from '../mailboxes/connection-limiter.ts'
import {
  claimMailboxes,
  findLostLeases,
  type HeldLease,
  type LeasedMailbox,
  readLeaseChecksum,
  releaseLeases,
  renewLeases,
  saveHeartbeat,
} from '../mailboxes/owners.ts'
import { openSecondPath } from './second-path.ts'
import type { WatchDeps } from './watch-deps.ts'
import { watchMailbox } from './watch-mailbox.ts'

export interface LeaseDeps extends Omit<WatchDeps, 'secondPath' | 'limiter'> {
  hostId: string
  /** Connections of their own, because a heartbeat that waits behind other work loses all leases. */
  leaseDb?: Db
  /** A host that has been silent for this long has lost its leases. */
  leaseMs: number
  tickMs?: number
  secondPathTimes?: SecondPathTimes
  findBudget?: (host: string) => ConnectionBudget
}

interface Held extends HeldLease {
  renewedAt: Date
  /** The last sign of life that was written to the database. */
  savedAliveAt: Date | null
  stopping: AbortController
  done: Promise<void>
}

/** Claimed per tick at most; each provider's budget decides how fast they connect. */
const claimsAtOnce = 200

export function watchMailboxes(given: LeaseDeps): { stop(): Promise<void> } {
  const secondPath = openSecondPath(given.log, given.secondPathTimes)
  const deps = { ...given, secondPath, limiter: openConnectionLimiter(given.random, given.findBudget) }
  const { leaseDb: db = deps.db, hostId } = deps
  const times = hostTimes(deps.leaseMs)
  const held = new Map<string, Held>()
  let beatAt: Date | null = null
  let lastSum = ''
  let isFirst = true

  const after = (now: Date, ms: number) => new Date(now.getTime() + ms)
  const stopWatching = (ids: Iterable<string>) => {
    for (const id of ids) held.get(id)?.stopping.abort()
  }
  const sendHeartbeat = async (now: Date) => {
    if (beatAt && now.getTime() - beatAt.getTime() < times.beatMs) return
    await saveHeartbeat(db, hostId, now, after(now, times.hostMs))
    beatAt = now
  }
  const renew = async (now: Date, ours: Held[]) => {
    const due = ours.filter(h => isRowDue(h, now, times))
    const renewed = await renewLeases(db, hostId, due, after(now, times.mailboxMs))
    for (const h of due) Object.assign(h, { renewedAt: now, savedAliveAt: h.aliveAt })
    stopWatching(due.map(h => h.id).filter(id => !renewed.has(id)))
  }
  const findLost = async (ours: Held[]) => {
    const sum = `${ours.length} ${ours.reduce((tokens, h) => tokens + h.leaseToken, 0)}`
    const both = `${sum} / ${await readLeaseChecksum(db, hostId)}`
    if (both === `${sum} / ${sum}` || both === lastSum) return
    stopWatching(await findLostLeases(db, hostId, ours))
    lastSum = both
  }
  const claim = async (now: Date) => {
    const except = isFirst ? [...held.keys()] : []
    const until = after(now, times.mailboxMs)
    const taken = await claimMailboxes(db, { host: hostId, now, until, most: claimsAtOnce, mine: isFirst, except })
    isFirst &&= taken.length === claimsAtOnce
    // A mailbox changed since `findLost` can be claimed again right away, while its previous watch still runs.
    stopWatching(taken.map(mailbox => mailbox.id))
    for (const mailbox of taken) held.set(mailbox.id, watch(deps, mailbox, held, now))
  }
  const tick = async () => {
    const now = systemClock.now()
    try {
      await sendHeartbeat(now)
      const ours = [...held.values()].filter(h => !h.stopping.signal.aborted)
      await renew(now, ours)
      await findLost(ours)
      await claim(now)
    } catch (error) {
      deps.log.warn({ err: error }, 'mailbox leases could not be renewed')
      // Other hosts may have taken over. Until we know, we keep our connections; their writes are refused by the lease token.
      if (beatAt && now.getTime() - beatAt.getTime() >= times.aloneMs) stopWatching(held.keys())
    }
  }
  const ticking = systemClock.every(deps.tickMs ?? 1000, tick)
  return {
    async stop() {
      await ticking.stop()
      await secondPath.stop()
      const ours = [...held.values()]
      stopWatching(held.keys())
      await Promise.all(ours.map(h => h.done))
      await releaseLeases(db, hostId, ours)
    },
  }
}

function watch(deps: WatchDeps, mailbox: LeasedMailbox, held: Map<string, Held>, now: Date): Held {
  const { userId, id, leaseToken } = mailbox
  const stopping = new AbortController()
  const ours: Held = { userId, id, leaseToken, aliveAt: null, renewedAt: now, savedAliveAt: null, stopping, done: Promise.resolve() }
  ours.done = watchMailbox(deps, mailbox, stopping.signal, at => {
    ours.aliveAt = at
  })
    .catch((error: unknown) => deps.log.error({ err: error, mailbox: id }, 'watching a mailbox failed'))
    .finally(() => {
      if (held.get(id) === ours) held.delete(id)
    })
  return ours
}
