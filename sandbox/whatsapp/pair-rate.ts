// How many messages one person may get from one number: a bucket that borrows from the future (131056).

export type Bucket = { tokens: number; at: number }
type Pace = { burst: number; refillMs: number }

/** Takes one token at `now`, or says that there is none; `bucket` undefined is a full one. */
export function takeToken(bucket: Bucket | undefined, now: number, pace: Pace): { allowed: boolean; bucket: Bucket } {
  const had = bucket ?? { tokens: pace.burst, at: now }
  const tokens = Math.min(pace.burst, had.tokens + (now - had.at) / pace.refillMs)
  return tokens >= 1 ? { allowed: true, bucket: { tokens: tokens - 1, at: now } } : { allowed: false, bucket: { tokens, at: now } }
}
