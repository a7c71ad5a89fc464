// Keeps one mail server that doesn't answer from delaying what goes to the others: a pause and a share of the work for each.
import {
  afterServerAttempt,
  isPausedServer,
  mayTakeMore,
  newServerHealth,
  type ServerHealth,
} from '../../../core/mailbox/server-breaker.ts'
import { systemClock } from '../../foundation/clock.ts'
import type { Log } from '../../foundation/log.ts'
import { noteLeftAlone } from '../../foundation/outside/reach.ts'
import { MailError, type MailProblem, toMailProblem } from '../imap/errors.ts'

export interface MailEndpoint {
  host: string
  port: number
}

export interface MailServers {
  /** Runs an attempt to connect; throws a MailError at once while the server is left alone. */
  connect<T>(server: MailEndpoint, open: () => Promise<T>): Promise<T>
  /** Takes up a place at the server until the returned function is called. */
  enter(name: string): () => void
  /** The names of the servers that may get no more work now. */
  full(): string[]
}

/** The SQL that claims work makes the same name. */
const toServerName = ({ host, port }: MailEndpoint): string => `${host.toLowerCase()}:${port}`

interface Known {
  health: ServerHealth
  running: number
}

/** More than these are never remembered at once: the oldest that is fine and idle is forgotten. */
const mostKnown = 10_000

export function openMailServers(log: Log, now: () => Date = systemClock.now): MailServers {
  const known = new Map<string, Known>()
  const find = (name: string): Known => {
    const found = known.get(name) ?? { health: newServerHealth, running: 0 }
    known.delete(name)
    known.set(name, found)
    if (known.size > mostKnown) forgetOne(known)
    return found
  }
  const record = (server: MailEndpoint, outcome: 'answered' | 'unreachable') => {
    const found = find(toServerName(server))
    const wasPaused = found.health.pausedUntil !== null
    found.health = afterServerAttempt(found.health, outcome, now())
    const { failures, pausedUntil } = found.health
    if ((pausedUntil !== null) !== wasPaused) noteLeftAlone('mail', toServerName(server), pausedUntil !== null)
    if (pausedUntil && !wasPaused) log.warn({ server: toServerName(server), failures }, 'a mail server does not answer and is left alone')
    if (!pausedUntil && wasPaused) log.info({ server: toServerName(server) }, 'a mail server answers again')
  }
  return {
    async connect(server, open) {
      if (isPausedServer(find(toServerName(server)).health, now())) throw new MailError('timeout', 'the server has not answered lately')
      try {
        const opened = await open()
        record(server, 'answered')
        return opened
      } catch (error) {
        record(server, isUnreachable(toMailProblem(error, server.host)) ? 'unreachable' : 'answered')
        throw error
      }
    },
    enter(name) {
      const found = find(name)
      found.running++
      let isIn = true
      return () => {
        if (isIn) found.running--
        isIn = false
      }
    },
    full() {
      forgetUnused(known, now())
      // A paused server is not full: what goes to it fails at once and is tried again later.
      return [...known].flatMap(([name, one]) => (isPausedServer(one.health, now()) || mayTakeMore(one.health, one.running) ? [] : [name]))
    },
  }
}

const isUnreachable = (problem: MailProblem): boolean => ['timeout', 'port_closed', 'host_unknown'].includes(problem)

const unusedMs = 3_600_000

/** Nobody may use a dead server any more. */
function forgetUnused(known: Map<string, Known>, now: Date): void {
  for (const [name, { health, running }] of known)
    if (running === 0 && health.pausedUntil && now.getTime() - health.pausedUntil.getTime() > unusedMs) {
      known.delete(name)
      noteLeftAlone('mail', name, false)
    }
}

function forgetOne(known: Map<string, Known>): void {
  for (const [name, { running }] of known)
    if (running === 0) {
      known.delete(name)
      noteLeftAlone('mail', name, false)
      return
    }
}
