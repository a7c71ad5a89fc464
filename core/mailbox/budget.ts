// Limits our connections to a provider: how many start per second, and how many are open per account.

export interface ConnectionBudget {
  /** Of one host of ours. */
  startsPerSecond: number
  /** Open at once for one account, of all that we do there. */
  perAccount: number
}

// Published or reported limits are 15 (Google, Microsoft), 10 (Yahoo and its family) and 16 (Rackspace); half stays for the person's own programs.
const known: { ends: RegExp; budget: ConnectionBudget }[] = [
  { ends: /(^|\.)(gmail|googlemail)\.com$/, budget: { startsPerSecond: 20, perAccount: 7 } },
  { ends: /(^|\.)(office365|outlook|hotmail|live)\.com$/, budget: { startsPerSecond: 20, perAccount: 7 } },
  { ends: /(^|\.)(yahoo|aol)\.com$|(^|\.)att\.net$/, budget: { startsPerSecond: 5, perAccount: 5 } },
  { ends: /(^|\.)emailsrvr\.com$/, budget: { startsPerSecond: 10, perAccount: 8 } },
]
const usual: ConnectionBudget = { startsPerSecond: 50, perAccount: 5 }

export function budgetOf(host: string): ConnectionBudget {
  const name = host.toLowerCase().replace(/\.$/, '')
  return known.find(({ ends }) => ends.test(name))?.budget ?? usual
}

/**
 * When the next connection to a provider may begin, and when the one after it: each has a slice of a second for itself, and begins
 * somewhere in it, so that thousands that were cut off together come back in a row. `nextMs`: where the last answer left it.
 */
export function nextStart(
  nextMs: number,
  { startsPerSecond }: ConnectionBudget,
  nowMs: number,
  random: number,
): { atMs: number; nextMs: number } {
  const sliceMs = 1000 / startsPerSecond
  const from = Math.max(nowMs, nextMs)
  // Whoever is alone does not wait.
  return { atMs: nextMs <= nowMs ? nowMs : from + random * sliceMs, nextMs: from + sliceMs }
}
