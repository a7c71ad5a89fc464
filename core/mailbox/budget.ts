// Limits our connections to a provider: how many start per second, and how many are open per account.

export interface ConnectionBudget {
  /** Per host of ours. */
  startsPerSecond: number
  /** Open at once for one account, for all purposes. */
  perAccount: number
}

// Published or reported limits are 15 (Google, Microsoft), 10 (Yahoo and its family) and 16 (Rackspace); half remains for the user's
// own programs.
const providerBudgets: { hostPattern: RegExp; budget: ConnectionBudget }[] = [
  { hostPattern: /(^|\.)(gmail|googlemail)\.com$/, budget: { startsPerSecond: 20, perAccount: 7 } },
  { hostPattern: /(^|\.)(office365|outlook|hotmail|live)\.com$/, budget: { startsPerSecond: 20, perAccount: 7 } },
  { hostPattern: /(^|\.)(yahoo|aol)\.com$|(^|\.)att\.net$/, budget: { startsPerSecond: 5, perAccount: 5 } },
  { hostPattern: /(^|\.)emailsrvr\.com$/, budget: { startsPerSecond: 10, perAccount: 8 } },
]
const defaultBudget: ConnectionBudget = { startsPerSecond: 50, perAccount: 5 }

export function findBudget(host: string): ConnectionBudget {
  const name = host.toLowerCase().replace(/\.$/, '')
  return providerBudgets.find(({ hostPattern }) => hostPattern.test(name))?.budget ?? defaultBudget
}

/**
 * When the next connection to a provider may start, and the one after it. Each gets a slice of a second and starts at a random
 * moment in it, so that thousands that lost their connection together reconnect one by one. `nextMs`: from the previous call.
 */
export function nextStart(
  nextMs: number,
  { startsPerSecond }: ConnectionBudget,
  nowMs: number,
  random: number,
): { atMs: number; nextMs: number } {
  const sliceMs = 1000 / startsPerSecond
  const from = Math.max(nowMs, nextMs)
  // A single connection does not wait.
  return { atMs: nextMs <= nowMs ? nowMs : from + random * sliceMs, nextMs: from + sliceMs }
}
