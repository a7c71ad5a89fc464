// Reads how long Meta asks us to wait from the response headers.
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod/mini'

// X-Business-Use-Case-Usage: {"<account>": [{"estimated_time_to_regain_access": <minutes>, …}]}
const Usage = z.record(z.string(), z.array(z.looseObject({ estimated_time_to_regain_access: z.optional(z.number()) })))

const maxMs = 24 * 60 * 60_000

/** The longest wait in the headers, in milliseconds, at most a day; null if there is none. */
export function readRetryAfterMs(headers: IncomingHttpHeaders): number | null {
  const waits = [retryAfterMs(headers['retry-after']), usageMs(headers['x-business-use-case-usage'])].filter(ms => ms > 0)
  return waits.length > 0 ? Math.min(Math.max(...waits), maxMs) : null
}

// Only the form in seconds (RFC 9110 §10.2.3): Meta sends no dates.
const retryAfterMs = (value: string | undefined): number => (value && /^\d+$/.test(value) ? Number(value) * 1000 : 0)

function usageMs(value: string | string[] | undefined): number {
  if (typeof value !== 'string') return 0
  try {
    const minutes = Object.values(Usage.parse(JSON.parse(value))).flatMap(list =>
      list.map(entry => entry.estimated_time_to_regain_access ?? 0),
    )
    return Math.max(0, ...minutes) * 60_000
  } catch {
    return 0
  }
}
