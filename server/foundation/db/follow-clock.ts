// Keeps this host's clock in step with PostgreSQL's, so that all hosts agree on what is due and whose claim has ended.
import { sql } from 'kysely'
import { type Clock, elapsed, type MovableClock } from '../clock.ts'
import { clockDifference } from '../http/metrics.ts'
import type { Log } from '../log.ts'
import type { Db } from './pool.ts'

interface FollowDeps {
  db: Db
  /** The machine's own. */
  machine: Clock
  /** The one to correct. */
  clock: Pick<MovableClock, 'correctBy'>
  log: Log
}

const tickMs = 1_000
const measuredMs = 10_000
/** Differences below this come from the network. */
export const toleranceMs = 1_000
/** A slower answer does not tell the time. */
const slowMs = 1_000

/** Resolves after the first measurement. If the database does not answer, the clock stays as it is. */
export async function followDatabaseClock(deps: FollowDeps): Promise<{ stop(): Promise<void> }> {
  let correctionMs = 0
  let lastMs = Number.NEGATIVE_INFINITY
  /** Changes only when the machine's clock is set. */
  let machineBase = readMachineBase(deps.machine)
  const measure = async () => {
    const base = readMachineBase(deps.machine)
    const wasSet = Math.abs(base - machineBase) > toleranceMs / 2
    if (!wasSet && elapsed() - lastMs < measuredMs) return
    try {
      const differenceMs = await measureDifference(deps)
      ;[lastMs, machineBase] = [elapsed(), base]
      if (differenceMs === null) return
      clockDifference.set(differenceMs / 1000)
      if (Math.abs(differenceMs - correctionMs) < toleranceMs) return
      correctionMs = Math.abs(differenceMs) < toleranceMs ? 0 : differenceMs
      deps.clock.correctBy(correctionMs)
      deps.log.warn(
        { seconds: Math.round(differenceMs / 100) / 10 },
        "the clocks of this machine and of PostgreSQL differ; PostgreSQL's is used",
      )
    } catch (error) {
      deps.log.warn({ err: error }, "PostgreSQL's clock could not be read")
    }
  }
  await measure()
  return deps.machine.every(tickMs, measure)
}

const readMachineBase = (machine: Clock): number => machine.now().getTime() - elapsed()

/** How far PostgreSQL's clock is ahead; null if the answer took too long to tell. */
async function measureDifference({ db, machine }: FollowDeps): Promise<number | null> {
  const [beganMs, began] = [elapsed(), machine.now().getTime()]
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const tookMs = elapsed() - beganMs
  const at = rows[0]?.at
  return at && tookMs < slowMs ? at.getTime() - (began + tookMs / 2) : null
}
