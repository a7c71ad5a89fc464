// A length of time as Go writes it ("24h", "1h30m", "1.5s"): the wire of accounts speaks it.

const unitMs: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y

// Go counts nanoseconds in 63 bits.
const mostMs = 2 ** 63 / 1e6
const mostLetters = 64

/** In milliseconds, 0 or more; null when it is none (Go's time.ParseDuration, without negative ones). */
export function readGoDuration(text: string): number | null {
  const bare = text.replace(/^\+/, '')
  if (bare === '0') return 0
  if (bare === '' || text.length > mostLetters) return null
  let sum = 0
  part.lastIndex = 0
  while (part.lastIndex < bare.length) {
    const found = part.exec(bare)
    if (!found) return null
    sum += Number(found[1]) * (unitMs[found[2] ?? ''] ?? Number.NaN)
  }
  return sum < mostMs ? sum : null
}
