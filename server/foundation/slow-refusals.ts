// Lets whoever is refused again and again wait for each answer: a client that asks again at once then spends its time waiting.
import { sleep } from './clock.ts'
import { openLocalLimiter } from './rate-limits.ts'

export interface SlowRefusalOptions {
  /** Refusals a minute that one network gets without waiting. */
  free: number
  /** How long the others take. */
  holdMs: number
  /** Of one network, and of all. */
  maxHeld: { network: number; all: number }
}

/** Resolves when the refusal may be told; false when too many of this network wait already, so that it is dropped without an answer. */
export type WaitForRefusal = (network: string) => Promise<boolean>

export function openSlowRefusals(name: string, { free, holdMs, maxHeld }: SlowRefusalOptions): WaitForRefusal {
  const limiter = openLocalLimiter(name, { points: free, seconds: 60 })
  const held = new Map<string, number>()
  let all = 0
  return async network => {
    if ((await limiter.take(network)) === null) return true
    const waiting = held.get(network) ?? 0
    if (waiting >= maxHeld.network || all >= maxHeld.all) return false
    held.set(network, waiting + 1)
    all++
    await sleep(holdMs)
    all--
    const left = (held.get(network) ?? 1) - 1
    if (left > 0) held.set(network, left)
    else held.delete(network)
    return true
  }
}
