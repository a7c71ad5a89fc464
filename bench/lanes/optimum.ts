// The fewest templates that could have named what waited for a closed window, found by trying every schedule.

export interface Waited {
  atMs: number
  urgent: boolean
}

export interface Rules {
  patienceMs: number
  gapMs: number
}

/**
 * `waited` came while the window was closed, in order, until it opened at `opensMs`. Each must be named by its deadline: an ordinary
 * one after `patienceMs`, or when the announcement before it is `gapMs` old; an urgent one at once. What may wait until the window
 * opens needs no name.
 */
export function fewestTemplates(waited: Waited[], opensMs: number, rules: Rules): number {
  const known = new Map<string, number>()
  const from = (next: number, lastMs: number): number => {
    const key = `${next} ${lastMs}`
    const before = known.get(key)
    if (before !== undefined) return before
    const least = leastFrom(next, lastMs)
    known.set(key, least)
    return least
  }
  function leastFrom(next: number, lastMs: number): number {
    const left = waited.slice(next)
    const deadline = Math.min(...left.map(mail => deadlineOf(mail, lastMs, rules)))
    if (left.length === 0 || deadline >= opensMs) return 0
    // Nothing is gained by an hour between two arrivals that the later arrival or the deadline would not gain too.
    const hours = new Set([deadline, ...left.map(mail => mail.atMs).filter(at => at <= deadline)])
    const earliest = left[0]?.atMs ?? 0
    return Math.min(
      ...[...hours]
        .filter(at => at >= earliest)
        .map(at => 1 + from(waited.findIndex(mail => mail.atMs > at) < 0 ? waited.length : waited.findIndex(mail => mail.atMs > at), at)),
    )
  }
  return from(0, Number.NEGATIVE_INFINITY)
}

function deadlineOf({ atMs, urgent }: Waited, lastMs: number, { patienceMs, gapMs }: Rules): number {
  return urgent ? atMs : Math.max(atMs + patienceMs, lastMs + gapMs)
}
