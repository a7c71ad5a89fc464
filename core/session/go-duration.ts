// Parses a Go duration ("24h", "1h30m", "1.5s"), the format of `ban_duration` in the auth API.

const unitMs: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y

// Go counts nanoseconds in 63 bits.
const maxMs = 2 ** 63 / 1e6
const maxLength = 64

/** In milliseconds, 0 or more; null if invalid (Go's time.ParseDuration without negative durations). */
export function parseGoDuration(text: string): number | null {
  const digits = text.replace(/^\+/, '')
  if (digits === '0') return 0
  if (digits === '' || text.length > maxLength) return null
  let sum = 0
  part.lastIndex = 0
  while (part.lastIndex < digits.length) {
    const match = part.exec(digits)
    if (!match) return null
    sum += Number(match[1]) * (unitMs[match[2] ?? ''] ?? Number.NaN)
  }
  return sum < maxMs ? sum : null
}
