// Keeps the mailboxes of this host watched: takes leases, prolongs them, and stops at once what is no longer ours.
import type { SecondPathTimes } from '../../core/mailbox/second-path.ts'
import { systemClock } from '../clock.ts'
import { claimMailboxes, type HeldLease, type LeasedMailbox, lostLeases, releaseLeases, renewLeases } from './owners.ts'
import { openSecondPath } from './second-path.ts'
import { watchMailbox } from './watch.ts'
import type { WatchParts } from './watching.ts'

export interface LeaseParts extends Omit<WatchParts, 'secondPath'> {
  hostId: string
  leaseMs: number
  tickMs?: number
  secondPathTimes?: SecondPathTimes
}

interface Held extends HeldLease {
  stopping: AbortController
  done: Promise<void>
}

/** At most so many connections begin with one tick, so that a start does not look like an attack. */
const claimsAtOnce = 50

export function watchMailboxes(given: LeaseParts): { stop(): Promise<void> } {
  const secondPath = openSecondPath(given.log, given.secondPathTimes)
  const parts = { ...given, secondPath }
  const held = new Map<string, Held>()
  let renewedAt = systemClock.now()
  let isFirst = true

  const letGo = (ids: Iterable<string>) => {
    for (const id of ids) held.get(id)?.stopping.abort()
  }
  const keep = async (now: Date) => {
    const mine = [...held.values()].filter(h => !h.stopping.signal.aborted)
    if (now.getTime() - renewedAt.getTime() < parts.leaseMs / 3) return letGo(await lostLeases(parts.db, parts.hostId, mine))
    const kept = await renewLeases(parts.db, parts.hostId, mine, until(now, parts))
    renewedAt = now
    letGo(mine.map(h => h.id).filter(id => !kept.has(id)))
  }
  const claim = async (now: Date) => {
    const taken = await claimMailboxes(parts.db, {
      host: parts.hostId,
      now,
      until: until(now, parts),
      most: claimsAtOnce,
      mine: isFirst,
      except: isFirst ? [...held.keys()] : [],
    })
    isFirst &&= taken.length === claimsAtOnce
    for (const mailbox of taken) held.set(mailbox.id, watch(parts, mailbox, held))
  }
  const tick = async () => {
    const now = systemClock.now()
    try {
      await keep(now)
      await claim(now)
    } catch (error) {
      parts.log.warn({ err: error }, 'the leases of mailboxes could not be kept')
      // Another host may take over from here on; what we would still write is refused by its token.
      if (now.getTime() - renewedAt.getTime() >= parts.leaseMs) letGo(held.keys())
    }
  }
  const ticking = systemClock.every(parts.tickMs ?? 1000, tick)
  return {
    async stop() {
      await ticking.stop()
      await secondPath.stop()
      const mine = [...held.values()]
      letGo(held.keys())
      await Promise.all(mine.map(h => h.done))
      await releaseLeases(parts.db, parts.hostId, mine)
    },
  }
}

function watch(parts: WatchParts, mailbox: LeasedMailbox, held: Map<string, Held>): Held {
  const stopping = new AbortController()
  const mine: Held = {
    userId: mailbox.userId,
    id: mailbox.id,
    leaseToken: mailbox.leaseToken,
    aliveAt: null,
    stopping,
    done: Promise.resolve(),
  }
  mine.done = watchMailbox(parts, mailbox, stopping.signal, at => {
    mine.aliveAt = at
  })
    .catch((error: unknown) => parts.log.error({ err: error, mailbox: mailbox.id }, 'the watch of a mailbox broke off'))
    .finally(() => {
      if (held.get(mailbox.id) === mine) held.delete(mailbox.id)
    })
  return mine
}

const until = (now: Date, parts: LeaseParts): Date => new Date(now.getTime() + parts.leaseMs)
