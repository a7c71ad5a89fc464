// Keeps this host's mailboxes watched: takes leases, renews them, and stops watching as soon as one is lost.
import type { ConnectionBudget } from '../../../core/mailbox/budget.ts'
import { type HostTimes, hostTimes, isRowDue } from '../../../core/mailbox/hosts.ts'
import type { SecondPathTimes } from '../../../core/mailbox/second-path.ts'
import { type HostLimit, type ShareStep, shareStep } from '../../../core/mailbox/share.ts'
import { elapsed, systemClock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { fetchLoad, mailboxesWatched } from '../../foundation/http/metrics.ts'
import { type ConnectionLimiter, openConnectionLimiter } from '../mailboxes/connection-limiter.ts'
import {
  claimMailboxes,
  countWatchable,
  endHost,
  findLostLeases,
  type HeldLease,
  type LeasedMailbox,
  readHostLimits,
  readLeaseChecksum,
  releaseLeases,
  renewLeases,
  saveHeartbeat,
} from '../mailboxes/owners.ts'
import { type FetchLimits, openFetchLimiter } from './fetch-limiter.ts'
import { openProviderTroubles } from './provider-troubles.ts'
import { openSecondPath } from './second-path.ts'
import type { WatchDeps } from './watch-deps.ts'
import { watchMailbox } from './watch-mailbox.ts'

export interface LeaseDeps extends Omit<WatchDeps, 'secondPath' | 'limiter' | 'providers'> {
  hostId: string
  /** Connections of their own, because a heartbeat that waits behind other work loses all leases. */
  leaseDb?: Db
  /** A host that has been silent for this long has lost its leases. */
  leaseMs: number
  tickMs?: number
  secondPathTimes?: SecondPathTimes
  findBudget?: (host: string) => ConnectionBudget
  /** What this host fetches at once, over all its mailboxes. */
  fetching?: FetchLimits
  /** The most mailboxes that this host watches; null: its share of all of them. */
  maxMailboxes?: HostLimit
  troublesEveryMs?: number
  /** Shared with replies and mailbox actions, which open connections, too. */
  limiter?: ConnectionLimiter
}

interface Held extends HeldLease {
  /** When it was last renewed, as `elapsed` tells it. */
  renewedMs: number
  /** The last sign of life that was written to the database. */
  savedAliveAt: Date | null
  stopping: AbortController
  done: Promise<void>
}

/** Claimed per tick at most; each provider's budget decides how fast they connect. */
const claimsAtOnce = 1000
/** A statement must end well before its deadline. */
const renewedAtOnce = 2000
/** Counting all mailboxes takes a while where there are many, so it is done now and then, and whenever hosts come or go. */
const countedMs = 10_000
const usualFetching: FetchLimits = { batches: 50, bytes: 256 * 1024 * 1024 }

export function watchMailboxes(given: LeaseDeps): { stop(): Promise<void> } {
  const secondPath = openSecondPath(given.log, given.secondPathTimes)
  const providers = openProviderTroubles(given.db, given.log, given.troublesEveryMs)
  const limiter = given.limiter ?? openConnectionLimiter(given.random, given.findBudget)
  const deps = { ...given, secondPath, providers, limiter, fetchLimiter: openFetchLimiter(given.fetching ?? usualFetching) }
  const { leaseDb: db = deps.db, hostId, maxMailboxes = null } = deps
  const times = hostTimes(deps.leaseMs)
  const held = new Map<string, Held>()
  const share = shareReader(db, hostId, maxMailboxes)
  let beatMs: number | null = null
  let lastSum = ''
  let isFirst = true

  const stopWatching = (ids: Iterable<string>) => {
    for (const id of ids) held.get(id)?.stopping.abort()
  }
  const listOurs = () => [...held.values()].filter(h => !h.stopping.signal.aborted)
  const sendHeartbeat = async (nowMs: number) => {
    if (beatMs !== null && nowMs - beatMs < times.beatMs) return
    await saveHeartbeat(db, hostId, times.hostMs, maxMailboxes)
    beatMs = nowMs
  }
  const findLost = async (ours: Held[]) => {
    const sum = `${ours.length} ${ours.reduce((tokens, h) => tokens + h.leaseToken, 0)}`
    const both = `${sum} / ${await readLeaseChecksum(db, hostId)}`
    if (both === `${sum} / ${sum}` || both === lastSum) return
    stopWatching(await findLostLeases(db, hostId, ours))
    lastSum = both
  }
  const claim = async (nowMs: number, take: number) => {
    const most = Math.min(take, claimsAtOnce)
    if (most === 0) return
    const except = isFirst ? [...held.keys()] : []
    const ask = { host: hostId, now: systemClock.now(), leaseMs: times.mailboxMs, most, mine: isFirst, except }
    const taken = await claimMailboxes(db, ask)
    isFirst &&= taken.length === most
    // A mailbox changed since `findLost` can be claimed again right away, while its previous watch still runs.
    stopWatching(taken.map(mailbox => mailbox.id))
    for (const mailbox of taken) held.set(mailbox.id, watch(deps, mailbox, held, nowMs))
  }
  const tick = async () => {
    const nowMs = elapsed()
    try {
      await sendHeartbeat(nowMs)
      await renewDue(db, hostId, listOurs(), times, nowMs)
      await findLost(listOurs())
      const ours = listOurs()
      const step = await share(ours.length, nowMs)
      mailboxesWatched.set(ours.length)
      for (const [what, amount] of Object.entries(deps.fetchLimiter.load())) fetchLoad.set({ what }, amount)
      if (step.giveBack > 0) giveBack(deps, db, ours.slice(-step.giveBack))
      await claim(nowMs, step.take)
    } catch (error) {
      deps.log.warn({ err: error }, 'mailbox leases could not be renewed')
      // Other hosts may have taken over. Until we know, we keep our connections; their writes are refused by the lease token.
      if (beatMs !== null && nowMs - beatMs >= times.aloneMs) stopWatching(held.keys())
    }
  }
  const ticking = systemClock.every(deps.tickMs ?? 1000, tick)
  return {
    async stop() {
      await ticking.stop()
      await secondPath.stop()
      await providers.stop()
      const ours = [...held.values()]
      stopWatching(held.keys())
      await Promise.all(ours.map(h => h.done))
      try {
        await releaseLeases(db, hostId, ours)
      } finally {
        await endHost(db, hostId)
      }
    },
  }
}

/** Renews the leases that are due, the oldest first; watches whose lease was lost are stopped. */
async function renewDue(db: Db, hostId: string, ours: Held[], times: HostTimes, nowMs: number): Promise<void> {
  const due = ours
    .filter(h => isRowDue(h, nowMs, times))
    .sort((a, b) => a.renewedMs - b.renewedMs)
    .slice(0, renewedAtOnce)
  const aliveAts = due.map(h => h.aliveAt)
  const { renewed, skipped } = await renewLeases(db, hostId, due, times.mailboxMs)
  for (const [i, h] of due.entries()) {
    if (renewed.has(h.id)) Object.assign(h, { renewedMs: nowMs, savedAliveAt: aliveAts[i] ?? null })
    else if (!skipped.has(h.id)) h.stopping.abort()
  }
}

/** Stops these watches, the newest ones, as the others have long since settled; each is given back when it has stopped. */
function giveBack({ log, hostId }: Pick<LeaseDeps, 'log' | 'hostId'>, db: Db, watches: Held[]): void {
  for (const h of watches) {
    h.stopping.abort()
    const release = () => releaseLeases(db, hostId, [h])
    h.done
      .then(release)
      .catch(release)
      .catch((error: unknown) => log.warn({ err: error, mailbox: h.id }, 'a mailbox could not be given back'))
  }
}

/** Returns what a host that holds so many mailboxes takes or gives back now. */
function shareReader(db: Db, hostId: string, limit: HostLimit): (held: number, nowMs: number) => Promise<ShareStep> {
  let counted: { all: number; hosts: string; atMs: number } | null = null
  return async (held, nowMs) => {
    const others = (await readHostLimits(db)).filter(({ host }) => host !== hostId)
    const names = others.map(({ host }) => host).join('\n')
    if (others.length > 0 && (counted === null || counted.hosts !== names || nowMs - counted.atMs >= countedMs))
      counted = { all: await countWatchable(db, systemClock.now()), hosts: names, atMs: nowMs }
    return shareStep({ held, all: counted?.all ?? 0, limit, limits: [limit, ...others.map(one => one.limit)] })
  }
}

function watch(deps: WatchDeps, mailbox: LeasedMailbox, held: Map<string, Held>, nowMs: number): Held {
  const { userId, id, leaseToken } = mailbox
  const stopping = new AbortController()
  const ours: Held = { userId, id, leaseToken, aliveAt: null, renewedMs: nowMs, savedAliveAt: null, stopping, done: Promise.resolve() }
  ours.done = watchMailbox(deps, mailbox, stopping.signal, at => {
    ours.aliveAt = at
  })
    .catch((error: unknown) => deps.log.error({ err: error, mailbox: id }, 'watching a mailbox failed'))
    .finally(() => {
      if (held.get(id) === ours) held.delete(id)
    })
  return ours
}
