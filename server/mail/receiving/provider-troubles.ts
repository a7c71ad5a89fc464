// Watches the refusals of each mail provider: when it turns away many of its users, the trouble is its own.
import { isTheProviders } from '../../../core/mailbox/provider-trouble.ts'
import { systemClock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { providersInTrouble } from '../../foundation/http/metrics.ts'
import type { Log } from '../../foundation/log.ts'
import type { LeasedMailbox } from '../mailboxes/owners.ts'
import { judgeProvider, listProviderTroubles, noteRefusal, readProviderTrouble } from '../mailboxes/provider-troubles-owners.ts'

export interface ProviderTroubles {
  /** A mailbox was refused. True while that is its provider's trouble and not its user's. Throws LeaseLost. */
  refused(mailbox: LeasedMailbox): Promise<boolean>
  /** A mailbox that had been refused was let in. */
  accepted(mailbox: LeasedMailbox): void
  stop(): Promise<void>
}

const tickMs = 5_000
/** Trouble ends when refusals stop, too, and not only when somebody is let in. */
const ticksBetweenReviews = 6

export function openProviderTroubles(db: Db, log: Log, everyMs = tickMs): ProviderTroubles {
  /** Servers that something happened at since the last tick. */
  const changed = new Set<string>()
  let ticks = 0
  const judge = async (server: string) => {
    const outcome = await judgeProvider(db, server, systemClock.now())
    if (outcome === 'begun') log.error({ server }, 'a mail provider refuses many of its users at once; their mailboxes wait')
    if (outcome === 'ended') log.info({ server }, 'a mail provider lets its users in again')
  }
  const tick = async () => {
    const servers = new Set(changed)
    changed.clear()
    try {
      const isReview = ticks++ % ticksBetweenReviews === 0
      if (isReview) for (const { server } of await listProviderTroubles(db)) servers.add(server)
      for (const server of servers) await judge(server)
      if (isReview || servers.size > 0) providersInTrouble.set((await listProviderTroubles(db)).length)
    } catch (error) {
      for (const server of servers) changed.add(server)
      log.warn({ err: error }, 'the refusals of mail providers could not be counted')
    }
  }
  const ticking = systemClock.every(everyMs, tick)
  return {
    async refused(mailbox) {
      const server = serverOf(mailbox)
      const now = systemClock.now()
      await noteRefusal(db, mailbox.userId, mailbox, now)
      changed.add(server)
      const since = await readProviderTrouble(db, server)
      return since !== null && isTheProviders(since, now)
    },
    accepted: mailbox => void changed.add(serverOf(mailbox)),
    stop: () => ticking.stop(),
  }
}

const serverOf = ({ settings }: LeasedMailbox): string => settings.host.toLowerCase()
