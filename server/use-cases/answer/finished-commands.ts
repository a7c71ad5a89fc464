// Reports to phones how their mailbox commands ended, once and within a second.
import type { Clock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import { claimFinishedCommands, type FinishedCommand } from './commands-owners.ts'

export interface FinishedCommandDeps {
  db: Db
  clock: Clock
  log: Log
  tell(ended: FinishedCommand): Promise<unknown>
}

const sweepMs = 1000
const batch = 50

/** At once after `wake`, else within a second. */
export function openFinishedCommands(deps: FinishedCommandDeps): { wake(): void; stop(): Promise<void> } {
  let telling: Promise<void> | null = null
  const look = (): Promise<void> => {
    telling ??= reportFinished(deps)
      .catch((error: unknown) => deps.log.error({ err: error }, 'what phones asked of mailboxes could not be looked up'))
      .finally(() => {
        telling = null
      })
    return telling
  }
  const sweep = deps.clock.every(sweepMs, look)
  return {
    wake: () => void look(),
    stop: async () => {
      await sweep.stop()
      await telling
    },
  }
}

/** Said after the commit and at best once: nobody hears the same twice, and the screen shows it in any case. */
export async function reportFinished({ db, clock, log, tell }: FinishedCommandDeps): Promise<void> {
  for (;;) {
    const ended = await db.transaction().execute(tx => claimFinishedCommands(tx, clock.now(), batch))
    for (const one of ended)
      await tell(one).catch((error: unknown) => log.warn({ err: error }, 'a phone was not told what became of a command'))
    if (ended.length < batch) return
  }
}
