// Reports the results of mailbox commands to the phones that sent them, once and within a second.
import type { Clock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import { claimFinishedCommands, type FinishedCommand } from './commands-owners.ts'

export interface FinishedCommandDeps {
  db: Db
  clock: Clock
  log: Log
  report(finished: FinishedCommand): Promise<unknown>
}

const sweepMs = 1000
const batch = 50

/** Reports at once after `wake`, otherwise within a second. */
export function openFinishedCommands(deps: FinishedCommandDeps): { wake(): void; stop(): Promise<void> } {
  let reporting: Promise<void> | null = null
  const reportNow = (): Promise<void> => {
    reporting ??= reportFinished(deps)
      .catch((error: unknown) => deps.log.error({ err: error }, 'finished mailbox commands could not be read'))
      .finally(() => {
        reporting = null
      })
    return reporting
  }
  const sweep = deps.clock.every(sweepMs, reportNow)
  return {
    wake: () => void reportNow(),
    stop: async () => {
      await sweep.stop()
      await reporting
    },
  }
}

/** Reports after the commit and at most once: nobody gets the same text twice, and the dashboard shows the result in any case. */
export async function reportFinished({ db, clock, log, report }: FinishedCommandDeps): Promise<void> {
  for (;;) {
    const finished = await db.transaction().execute(tx => claimFinishedCommands(tx, clock.now(), batch))
    for (const command of finished)
      await report(command).catch((error: unknown) => log.warn({ err: error }, 'a finished command could not be reported to its phone'))
    if (finished.length < batch) return
  }
}
