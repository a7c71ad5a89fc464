// Keeps the figures of /metrics that come from the database: pauses, trouble, what was set aside, and runtimes behind their last patch.
import type pg from 'pg'
import { readPauseReason } from '../delivery/number/queue.ts'
import { readVisibleTrouble } from '../delivery/number/trouble-notices-queue.ts'
import { systemClock } from '../foundation/clock.ts'
import type { Db } from '../foundation/db/pool.ts'
import { countSetAsideSince, setAsideKinds } from '../foundation/db/set-aside.ts'
import { silentAfterMs } from '../foundation/hosts.ts'
import {
  buildInfo,
  databaseConnections,
  incidents,
  mailboxesByState,
  oldestDueSeconds,
  openDeliveries,
  pausesNow,
  runtimesBehind,
  setAsideLately,
  setAsideTotal,
  silentHosts,
  whatsappTroubleSeconds,
} from '../foundation/http/metrics.ts'
import { version } from '../foundation/version.ts'
import { newerPatch } from '../use-cases/doctor/judge/runtimes.ts'
import {
  countMailboxesByState,
  countOpenByState,
  countPauses,
  listHosts,
  readQueueAge,
  readServer,
  setAsideShownMs,
} from '../use-cases/doctor/service-owners.ts'
import type { AppContext } from './app.ts'

const everyMs = 30_000

type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

export function startFigures(app: AppContext, pool: PoolCounts): { stop(): Promise<void> } {
  buildInfo.set({ version }, 1)
  // A counter that appears with its first event has not grown, as Prometheus sees it.
  incidents.inc({ kind: 'delivered_and_failed' }, 0)
  for (const kind of setAsideKinds) setAsideTotal.inc({ kind }, 0)
  return systemClock.every(everyMs, () =>
    updateFigures(app, pool).catch((error: unknown) => app.log.warn({ err: error }, 'the figures of /metrics could not be read')),
  )
}

async function updateFigures({ db, config, clock, log }: AppContext, pool: PoolCounts): Promise<void> {
  const now = clock.now()
  const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool
  for (const [what, count] of Object.entries({ open, idle, waiting })) databaseConnections.set({ what }, count)
  const { since, isEverybodys } = await readVisibleTrouble(db, config.whatsapp.numberId, now)
  const troubleSince = isEverybodys ? since : null
  whatsappTroubleSeconds.set(troubleSince ? Math.max(0, (now.getTime() - troubleSince.getTime()) / 1000) : 0)
  const { people, lanes } = await countPauses(db, now)
  const pauseReason = await readPauseReason(db, config.whatsapp.numberId, now)
  pausesNow.set({ what: 'users' }, people)
  pausesNow.set({ what: 'phones' }, lanes)
  pausesNow.set({ what: 'number' }, pauseReason === null ? 0 : 1)
  if (troubleSince || pauseReason !== null) log.warn({ troubleSince, pauseReason }, 'WhatsApp takes none of our messages')
  setAsideLately.reset()
  for (const { kind, count } of await countSetAsideSince(db, new Date(systemClock.now().getTime() - setAsideShownMs)))
    setAsideLately.set({ kind }, count)
  await updateFlow(db, now)
  const { version: postgres } = await readServer(db)
  runtimesBehind.set({ runtime: 'node' }, newerPatch({ runtime: 'node', version: process.version }) ? 1 : 0)
  runtimesBehind.set({ runtime: 'postgres' }, newerPatch({ runtime: 'postgres', version: postgres }) ? 1 : 0)
}

/** Where emails and mailboxes stand now, on all hosts. */
async function updateFlow(db: Db, now: Date): Promise<void> {
  const { dueSince } = await readQueueAge(db, now)
  oldestDueSeconds.set(dueSince ? Math.max(0, (now.getTime() - dueSince.getTime()) / 1000) : 0)
  openDeliveries.reset()
  for (const { state, count } of await countOpenByState(db)) openDeliveries.set({ state }, count)
  mailboxesByState.reset()
  for (const { state, count } of await countMailboxesByState(db)) mailboxesByState.set({ state }, count)
  const silentSince = systemClock.now().getTime() - silentAfterMs
  silentHosts.set((await listHosts(db)).filter(host => host.beatAt.getTime() < silentSince).length)
}
