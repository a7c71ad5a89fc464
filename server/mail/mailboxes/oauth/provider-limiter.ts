// Limits what is asked of a sign-in provider at once, and leaves one alone that doesn't answer: no provider delays another.
import { afterServerAttempt, isPausedServer, mayTakeMore, newServerHealth } from '../../../../core/mailbox/server-breaker.ts'
import { systemClock } from '../../../foundation/clock.ts'
import type { Log } from '../../../foundation/log.ts'
import { noteLeftAlone } from '../../../foundation/outside/reach.ts'
import { MailError } from '../../imap/errors.ts'

export interface ProviderLimiter {
  /** Runs a request; throws a MailError while the provider is left alone, and for one that waits too long for its turn. */
  ask<T>(request: () => Promise<T>): Promise<T>
  /** Throws what `ask` would throw at once. */
  refuseIfLeftAlone(): void
}

interface ProviderLimiterDeps {
  provider: string
  log: Log
  now?: () => Date
  /** Whether an error says that the provider gave no useful answer. */
  isOutage(error: unknown): boolean
}

const longestWaitMs = 20_000

export function openProviderLimiter({ provider, log, now = systemClock.now, isOutage }: ProviderLimiterDeps): ProviderLimiter {
  let health = newServerHealth
  let running = 0
  const waiting = new Set<() => void>()
  const isLeftAlone = () => isPausedServer(health, now())
  const refuse = () => new MailError('sign_in_waits', `${provider} has not answered lately`)
  /** Those who wait enter in turn; while the provider is left alone, each is refused at once. */
  const letIn = () => {
    for (const enter of waiting) {
      if (!isLeftAlone() && !mayTakeMore(health, running)) return
      enter()
    }
  }
  const refuseIfLeftAlone = () => {
    if (isLeftAlone()) throw refuse()
  }
  const takePlace = async () => {
    refuseIfLeftAlone()
    if (mayTakeMore(health, running)) running++
    else await waitForTurn()
  }
  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const over = new AbortController()
      const enter = () => {
        waiting.delete(enter)
        over.abort()
        if (isLeftAlone()) return reject(refuse())
        running++
        resolve()
      }
      waiting.add(enter)
      void systemClock.sleep(longestWaitMs, over.signal).then(() => {
        if (waiting.delete(enter)) reject(refuse())
      })
    })
  const record = (outcome: 'answered' | 'unreachable') => {
    const wasPaused = health.pausedUntil !== null
    health = afterServerAttempt(health, outcome, now())
    if ((health.pausedUntil !== null) !== wasPaused) noteLeftAlone('sign_in', provider, !wasPaused)
    if (health.pausedUntil && !wasPaused) log.error({ provider }, 'a sign-in provider does not answer and is left alone')
    if (!health.pausedUntil && wasPaused) log.info({ provider }, 'a sign-in provider answers again')
  }
  return {
    refuseIfLeftAlone,
    async ask(request) {
      await takePlace()
      try {
        const answer = await request()
        record('answered')
        return answer
      } catch (error) {
        record(isOutage(error) ? 'unreachable' : 'answered')
        throw error
      } finally {
        running--
        letIn()
      }
    },
  }
}
