// Finds the fewest templates that could have announced all emails held by a closed window, by trying every schedule.

export interface Waited {
  atMs: number
  urgent: boolean
}

export interface Rules {
  patienceMs: number
  gapMs: number
}

/**
 * `waited` arrived in order while the window was closed, until it opened at `opensMs`. Each must be announced by its deadline: an
 * ordinary one after `patienceMs`, or when the previous announcement is `gapMs` old; an urgent one immediately. Messages whose
 * deadline is after the window opens need no announcement.
 */
export function fewestTemplates(waited: Waited[], opensMs: number, rules: Rules): number {
  const cache = new Map<string, number>()
  const from = (next: number, lastMs: number): number => {
    const key = `${next} ${lastMs}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const least = leastFrom(next, lastMs)
    cache.set(key, least)
    return least
  }
  function leastFrom(next: number, lastMs: number): number {
    const left = waited.slice(next)
    const deadline = Math.min(...left.map(message => deadlineOf(message, lastMs, rules)))
    if (left.length === 0 || deadline >= opensMs) return 0
    // A time between two arrivals is never better than the later arrival or the deadline.
    const times = new Set([deadline, ...left.map(message => message.atMs).filter(at => at <= deadline)])
    const earliest = left[0]?.atMs ?? 0
    return Math.min(
      ...[...times]
        .filter(at => at >= earliest)
        .map(
          at =>
            1 +
            from(waited.findIndex(message => message.atMs > at) < 0 ? waited.length : waited.findIndex(message => message.atMs > at), at),
        ),
    )
  }
  return from(0, Number.NEGATIVE_INFINITY)
}

function deadlineOf({ atMs, urgent }: Waited, lastMs: number, { patienceMs, gapMs }: Rules): number {
  return urgent ? atMs : Math.max(atMs + patienceMs, lastMs + gapMs)
}
