// Tells phones how what they asked of a mailbox ended: once, as soon as it is known.
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import type { Log } from '../log.ts'
import { type EndedCommand, takeEndedCommands } from './commands/owners.ts'

export interface EndParts {
  db: Db
  clock: Clock
  log: Log
  tell(ended: EndedCommand): Promise<unknown>
}

const sweepMs = 1000
const batch = 50

/** At once after `wake`, else within a second. */
export function openEnds(parts: EndParts): { wake(): void; stop(): Promise<void> } {
  let telling: Promise<void> | null = null
  const look = (): Promise<void> => {
    telling ??= tellEnds(parts)
      .catch((error: unknown) => parts.log.error({ err: error }, 'what phones asked of mailboxes could not be looked up'))
      .finally(() => {
        telling = null
      })
    return telling
  }
  const sweep = parts.clock.every(sweepMs, look)
  return {
    wake: () => void look(),
    stop: async () => {
      await sweep.stop()
      await telling
    },
  }
}

/** Said after the commit and at best once: nobody hears the same twice, and the screen shows it in any case. */
export async function tellEnds({ db, clock, log, tell }: EndParts): Promise<void> {
  for (;;) {
    const ended = await db.transaction().execute(tx => takeEndedCommands(tx, clock.now(), batch))
    for (const one of ended)
      await tell(one).catch((error: unknown) => log.warn({ err: error }, 'a phone was not told what became of a command'))
    if (ended.length < batch) return
  }
}
