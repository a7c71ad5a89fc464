// Works off what is due in many mailboxes at once, one piece of work per mailbox.
import type { Clock } from '../../foundation/clock.ts'
import type { MailServers } from './mail-servers.ts'

/** What must not be claimed now: other work in these mailboxes is under way, or these servers are busy with enough of it. */
export interface BusyMail {
  mailboxIds: string[]
  servers: string[]
}

export const nothingBusy: BusyMail = { mailboxIds: [], servers: [] }

interface SideBySideDeps<T> {
  clock: Pick<Clock, 'every'>
  servers: Pick<MailServers, 'full' | 'enter'>
  /** Null when nothing is due. */
  claim(busy: BusyMail): Promise<T | null>
  placeOf(claimed: T): { mailboxId: string; server: string | null }
  /** Never throws. */
  work(claimed: T): Promise<void>
  onClaimFailed(error: unknown): void
}

const sweepMs = 1000
/** Most of them wait for a server, which costs a connection and little memory. */
const mostAtOnce = 50

/** Works off what is due, at once after `wake`, else within a second. */
export function workSideBySide<T>(deps: SideBySideDeps<T>): { wake(): void; stop(): Promise<void> } {
  const working = new Map<string, Promise<void>>()
  let isStopping = false
  let claiming: Promise<void> | null = null
  const look = (): Promise<void> => {
    claiming ??= claimAll()
      .catch(deps.onClaimFailed)
      .finally(() => {
        claiming = null
      })
    return claiming
  }
  const claimAll = async () => {
    while (!isStopping && working.size < mostAtOnce) {
      const claimed = await deps.claim({ mailboxIds: [...working.keys()], servers: deps.servers.full() })
      if (!claimed) return
      const { mailboxId, server } = deps.placeOf(claimed)
      const leave = server === null ? () => undefined : deps.servers.enter(server)
      const done = deps.work(claimed).finally(() => {
        leave()
        working.delete(mailboxId)
        if (!isStopping) void look()
      })
      working.set(mailboxId, done)
    }
  }
  const sweep = deps.clock.every(sweepMs, look)
  return {
    wake: () => void look(),
    stop: async () => {
      isStopping = true
      await sweep.stop()
      await claiming
      await Promise.all(working.values())
    },
  }
}
