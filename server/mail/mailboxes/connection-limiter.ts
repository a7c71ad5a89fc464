// Limits connections to mail servers, so that no provider sees bursts of them or too many for one account.
import { type ConnectionBudget, findBudget, nextStart } from '../../../core/mailbox/budget.ts'
import { systemClock } from '../../foundation/clock.ts'
import { MailError } from '../imap/errors.ts'

export interface ConnectionLimiter {
  /**
   * Waits until a connection to `host` may begin for this user name; resolves with a function to call when it ends. Throws a MailError
   * when the account has reached its limit, and when `signal` aborts. An urgent one starts now, and later ones make up for it.
   */
  enter(host: string, username: string, options?: { signal?: AbortSignal | undefined; isUrgent?: boolean }): Promise<() => void>
}

/** `budgetFor` and `random` are overridden in tests and benchmarks. */
export function openConnectionLimiter(
  random: () => number = Math.random,
  budgetFor: (host: string) => ConnectionBudget = findBudget,
): ConnectionLimiter {
  const { now, sleep } = systemClock
  /** The tail of each host's queue of waiting connections. */
  const rows = new Map<string, number>()
  const open = new Map<string, number>()
  const leave = (account: string) => {
    const left = (open.get(account) ?? 0) - 1
    if (left > 0) open.set(account, left)
    else open.delete(account)
  }
  return {
    async enter(host, username, { signal, isUrgent = false } = {}) {
      const budget = budgetFor(host)
      const account = `${host}\n${username}`
      if ((open.get(account) ?? 0) >= budget.perAccount)
        throw new MailError('too_many_connections', `${budget.perAccount} connections of ours are open for one account`)
      open.set(account, (open.get(account) ?? 0) + 1)
      const nowMs = now().getTime()
      const { atMs, nextMs } = nextStart(rows.get(host) ?? 0, budget, nowMs, random())
      for (const [other, endsMs] of rows) if (endsMs < nowMs) rows.delete(other)
      rows.set(host, nextMs)
      if (atMs > nowMs && !isUrgent) await sleep(atMs - nowMs, signal)
      let isIn = true
      const left = () => {
        if (isIn) leave(account)
        isIn = false
      }
      if (!signal?.aborted) return left
      left()
      throw new MailError('closed', 'the connection is no longer wanted')
    },
  }
}
