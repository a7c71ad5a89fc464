// Limits how many messages our number sends per second: one token bucket for all hosts, halved after a refusal.

export interface Flow {
  tokens: number
  refilledAtMs: number
  /** The pace that the messenger has last borne. */
  perSecond: number
}

// An eighth of a second's messages may leave at once, so that burst and refill together never pass the limit in any second.
const burstShare = 1 / 8
const recoveryMs = 60_000
// What mails leave of a burst to the answers that people wait for.
const spareShare = 1 / 4

export const fullFlow = (mostPerSecond: number, nowMs: number): Flow => ({
  tokens: burstOf(mostPerSecond),
  refilledAtMs: nowMs,
  perSecond: mostPerSecond,
})

/** Takes up to `wanted` mails; with eight messages a second or more, never more than `perSecond` of them in any second. */
export function draw(flow: Flow, wanted: number, mostPerSecond: number, nowMs: number): { granted: number; flow: Flow } {
  return take(refill(flow, mostPerSecond, nowMs), wanted, spareOf)
}

/** Takes one answer: it has what mails leave, so that it waits for other answers alone. */
export function drawAnswer(flow: Flow, mostPerSecond: number, nowMs: number): { granted: number; flow: Flow } {
  return take(refill(flow, mostPerSecond, nowMs), 1, () => 0)
}

function take(flow: Flow, wanted: number, leaves: (flow: Flow) => number): { granted: number; flow: Flow } {
  const granted = Math.max(0, Math.min(wanted, Math.floor(flow.tokens - leaves(flow))))
  return { granted, flow: { ...flow, tokens: flow.tokens - granted } }
}

/** The messenger refused us for our pace. */
export const slowDown = (flow: Flow): Flow => ({ ...flow, perSecond: Math.max(1, flow.perSecond / 2) })

/** When mails of half a burst can leave, if none can now; looking earlier would find little. */
export function readyAtMs(flow: Flow, mostPerSecond: number, nowMs: number): number {
  const filled = refill(flow, mostPerSecond, nowMs)
  const { tokens, perSecond } = filled
  const least = 1 + spareOf(filled)
  if (tokens >= least) return nowMs
  const missing = Math.max(least, Math.floor(burstOf(perSecond) / 2)) - tokens
  return nowMs + Math.ceil(missing / refillPerMs(perSecond))
}

function refill(flow: Flow, mostPerSecond: number, nowMs: number): Flow {
  // A clock that was set back gives nothing and costs nothing.
  const sinceMs = Math.max(0, nowMs - flow.refilledAtMs)
  const perSecond = Math.min(mostPerSecond, flow.perSecond + (mostPerSecond * sinceMs) / recoveryMs)
  const tokens = Math.min(burstOf(perSecond), flow.tokens + sinceMs * refillPerMs(perSecond))
  return { tokens, refilledAtMs: nowMs, perSecond }
}

const spareOf = ({ perSecond }: Flow): number => Math.floor(burstOf(perSecond) * spareShare)
const burstOf = (perSecond: number): number => Math.max(1, perSecond * burstShare)
const refillPerMs = (perSecond: number): number => (perSecond * (1 - burstShare)) / 1_000
