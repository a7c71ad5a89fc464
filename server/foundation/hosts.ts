// The heartbeat of this process: every ten seconds it writes what it does and how it is doing.
import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { HostLoad } from '../../core/api/admin/host.ts'
import { type Clock, elapsed, watchEventLoop } from './clock.ts'
import { removeHost, saveErrorGroups, saveHeartbeat } from './db/hosts.ts'
import type { Db } from './db/pool.ts'
import type { Log } from './log.ts'
import { countLeftAlone, countSlowLookups } from './outside/reach.ts'
import { type RecentErrors, recentErrors } from './recent-errors.ts'

const heartbeatMs = 10_000
/** A host that has not reported for this long is shown as silent. */
export const silentAfterMs = 60_000
const stopWithinMs = 2000

export interface HeartbeatDeps {
  db: Db
  pool: pg.Pool
  /** Of the machine, never of the sandbox. */
  clock: Clock
  log: Log
  host: { id: string; roles: readonly string[]; version: string }
  dataDir: string
  errors?: RecentErrors
}

/** The first heartbeat is written at once; a stop removes the row. */
export function startHeartbeat(deps: HeartbeatDeps): { stop(): Promise<void> } {
  const { db, clock, log, host, errors = recentErrors } = deps
  const { id, version } = host
  const startedAt = clock.now()
  const loop = watchEventLoop()
  const measure = loadMeter(deps, loop.take)
  const beating = clock.every(heartbeatMs, async () => {
    const now = clock.now()
    const load = await measure()
    const row = { id, roles: [...host.roles], version, started_at: startedAt, beat_at: now, load: JSON.stringify(load) }
    // The next heartbeat tries again; until then the host seems silent, which is true for who reads the database.
    await saveHeartbeat(db, row)
      .then(() => saveErrorGroups(db, id, errors.takeNew(), now))
      .catch((error: unknown) => log.warn({ err: error }, 'the heartbeat could not be written'))
  })
  return {
    async stop() {
      loop.stop()
      const removed = beating.stop().then(() => removeHost(db, id))
      // A database that does not answer must not hold up the stop.
      await Promise.race([removed, clock.sleep(stopWithinMs)]).catch((error: unknown) =>
        log.warn({ err: error }, 'the heartbeat could not be removed'),
      )
    },
  }
}

function loadMeter({ pool, dataDir }: HeartbeatDeps, takeLoopDelay: () => number): () => Promise<HostLoad> {
  let at = elapsed()
  let cpu = process.cpuUsage()
  return async () => {
    const [last, used] = [at, process.cpuUsage(cpu)]
    at = elapsed()
    cpu = process.cpuUsage()
    const passedMs = Math.max(1, at - last)
    return {
      loopDelayMs: takeLoopDelay(),
      memoryBytes: process.memoryUsage.rss(),
      cpuPercent: Math.round((used.user + used.system) / 10 / passedMs),
      disk: await readDisk(dataDir),
      reach: { slowLookups: countSlowLookups(), ...countLeftAlone() },
      connections: { max: pool.options.max ?? 0, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
    }
  }
}

/** Null if the folder cannot be read. */
export async function readDisk(folder: string): Promise<HostLoad['disk']> {
  const found = await statfs(folder).catch(() => null)
  return found && { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
}
