// Keeps this host's mailboxes watched: takes leases, renews them, and stops at once when one is lost.
import type { ConnectionBudget } from '../../../core/mailbox/budget.ts'
import { hostTimes, isRowDue } from '../../../core/mailbox/hosts.ts'
import type { SecondPathTimes } from '../../../core/mailbox/second-path.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openConnectionLimiter } from '../mailboxes/connection-limiter.ts'
import {
  beatHost,
  claimMailboxes,
  type HeldLease,
  type LeasedMailbox,
  lostLeases,
  releaseLeases,
  renewLeases,
  sumOfLeases,
} from '../mailboxes/owners.ts'
import { openSecondPath } from './second-path.ts'
import { watchMailbox } from './watch.ts'
import type { WatchDeps } from './watching.ts'

export interface LeaseDeps extends Omit<WatchDeps, 'secondPath' | 'gate'> {
  hostId: string
  /** A host that is not heard of for so long has lost what it held. */
  leaseMs: number
  tickMs?: number
  secondPathTimes?: SecondPathTimes
  budgetOf?: (host: string) => ConnectionBudget
}

interface Held extends HeldLease {
  renewedAt: Date
  /** The sign of life that was written last. */
  savedAliveAt: Date | null
  stopping: AbortController
  done: Promise<void>
}

/** At most so many begin with one tick; how fast they connect is up to the budget of each provider. */
const claimsAtOnce = 200

export function watchMailboxes(given: LeaseDeps): { stop(): Promise<void> } {
  const secondPath = openSecondPath(given.log, given.secondPathTimes)
  const deps = { ...given, secondPath, gate: openConnectionLimiter(given.random, given.budgetOf) }
  const { db, hostId } = deps
  const times = hostTimes(deps.leaseMs)
  const held = new Map<string, Held>()
  let beatAt: Date | null = null
  let lastSum = ''
  let isFirst = true

  const after = (now: Date, ms: number) => new Date(now.getTime() + ms)
  const letGo = (ids: Iterable<string>) => {
    for (const id of ids) held.get(id)?.stopping.abort()
  }
  const beat = async (now: Date) => {
    if (beatAt && now.getTime() - beatAt.getTime() < times.beatMs) return
    await beatHost(db, hostId, now, after(now, times.hostMs))
    beatAt = now
  }
  const renew = async (now: Date, mine: Held[]) => {
    const due = mine.filter(h => isRowDue(h, now, times))
    const kept = await renewLeases(db, hostId, due, after(now, times.mailboxMs))
    for (const h of due) Object.assign(h, { renewedAt: now, savedAliveAt: h.aliveAt })
    letGo(due.map(h => h.id).filter(id => !kept.has(id)))
  }
  const findLost = async (mine: Held[]) => {
    const sum = `${mine.length} ${mine.reduce((tokens, h) => tokens + h.leaseToken, 0)}`
    const both = `${sum} / ${await sumOfLeases(db, hostId)}`
    if (both === `${sum} / ${sum}` || both === lastSum) return
    letGo(await lostLeases(db, hostId, mine))
    lastSum = both
  }
  const claim = async (now: Date) => {
    const except = isFirst ? [...held.keys()] : []
    const until = after(now, times.mailboxMs)
    const taken = await claimMailboxes(db, { host: hostId, now, until, most: claimsAtOnce, mine: isFirst, except })
    isFirst &&= taken.length === claimsAtOnce
    // One that was changed since the look for lost ones is taken anew at once: its first watch knows nothing of that yet.
    letGo(taken.map(mailbox => mailbox.id))
    for (const mailbox of taken) held.set(mailbox.id, watch(deps, mailbox, held, now))
  }
  const tick = async () => {
    const now = systemClock.now()
    try {
      await beat(now)
      const mine = [...held.values()].filter(h => !h.stopping.signal.aborted)
      await renew(now, mine)
      await findLost(mine)
      await claim(now)
    } catch (error) {
      deps.log.warn({ err: error }, 'the leases of mailboxes could not be kept')
      // Others may have taken over by now; until we know, our connections stay, and what we would write is refused by its token.
      if (beatAt && now.getTime() - beatAt.getTime() >= times.aloneMs) letGo(held.keys())
    }
  }
  const ticking = systemClock.every(deps.tickMs ?? 1000, tick)
  return {
    async stop() {
      await ticking.stop()
      await secondPath.stop()
      const mine = [...held.values()]
      letGo(held.keys())
      await Promise.all(mine.map(h => h.done))
      await releaseLeases(db, hostId, mine)
    },
  }
}

function watch(deps: WatchDeps, mailbox: LeasedMailbox, held: Map<string, Held>, now: Date): Held {
  const { userId, id, leaseToken } = mailbox
  const stopping = new AbortController()
  const mine: Held = { userId, id, leaseToken, aliveAt: null, renewedAt: now, savedAliveAt: null, stopping, done: Promise.resolve() }
  mine.done = watchMailbox(deps, mailbox, stopping.signal, at => {
    mine.aliveAt = at
  })
    .catch((error: unknown) => deps.log.error({ err: error, mailbox: id }, 'the watch of a mailbox broke off'))
    .finally(() => {
      if (held.get(id) === mine) held.delete(id)
    })
  return mine
}
