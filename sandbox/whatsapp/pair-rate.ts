// The rate limit from one number to one person: a token bucket (131056).

export type Bucket = { tokens: number; at: number }
type Pace = { burst: number; refillMs: number }

/** Takes one token at `now` if there is one; an undefined `bucket` is full. */
export function takeToken(bucket: Bucket | undefined, now: number, pace: Pace): { allowed: boolean; bucket: Bucket } {
  const current = bucket ?? { tokens: pace.burst, at: now }
  const tokens = Math.min(pace.burst, current.tokens + (now - current.at) / pace.refillMs)
  return tokens >= 1 ? { allowed: true, bucket: { tokens: tokens - 1, at: now } } : { allowed: false, bucket: { tokens, at: now } }
}
