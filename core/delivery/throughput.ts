// Limits how many messages our number sends per second: one token bucket for all hosts, halved after a refusal.

export interface Throughput {
  tokens: number
  refilledAtMs: number
  /** The pace that WhatsApp last accepted. */
  perSecond: number
}

// At most an eighth of a second's messages may be sent at once, so that burst and refill never exceed the limit in any second.
const burstShare = 1 / 8
const recoveryMs = 60_000
// The share of a burst that emails leave for replies, which people wait for.
const spareShare = 1 / 4

export const fullThroughput = (maxPerSecond: number, nowMs: number): Throughput => ({
  tokens: burstSize(maxPerSecond),
  refilledAtMs: nowMs,
  perSecond: maxPerSecond,
})

/** Takes tokens for up to `wanted` emails; at eight messages per second or more, never more than `perSecond` in any second. */
export function takeForEmails(
  throughput: Throughput,
  wanted: number,
  maxPerSecond: number,
  nowMs: number,
): { granted: number; throughput: Throughput } {
  return take(refill(throughput, maxPerSecond, nowMs), wanted, spareForReplies)
}

/** Takes a token for one reply. It may use what emails leave over, so it waits only for other replies. */
export function takeForReply(throughput: Throughput, maxPerSecond: number, nowMs: number): { granted: number; throughput: Throughput } {
  return take(refill(throughput, maxPerSecond, nowMs), 1, () => 0)
}

function take(
  throughput: Throughput,
  wanted: number,
  spareFor: (throughput: Throughput) => number,
): { granted: number; throughput: Throughput } {
  const granted = Math.max(0, Math.min(wanted, Math.floor(throughput.tokens - spareFor(throughput))))
  return { granted, throughput: { ...throughput, tokens: throughput.tokens - granted } }
}

/** Returns tokens that were taken and not used. */
export const giveBack = (throughput: Throughput, unused: number): Throughput => ({
  ...throughput,
  tokens: Math.min(burstSize(throughput.perSecond), throughput.tokens + unused),
})

/** WhatsApp refused a message because we sent too fast. */
export const slowDown = (throughput: Throughput): Throughput => ({ ...throughput, perSecond: Math.max(1, throughput.perSecond / 2) })

/** When half a burst of emails can be sent, if none can now; checking earlier would find few tokens. */
export function readyAtMs(throughput: Throughput, maxPerSecond: number, nowMs: number): number {
  const filled = refill(throughput, maxPerSecond, nowMs)
  const { tokens, perSecond } = filled
  const needed = 1 + spareForReplies(filled)
  if (tokens >= needed) return nowMs
  const missing = Math.max(needed, Math.floor(burstSize(perSecond) / 2)) - tokens
  return nowMs + Math.ceil(missing / refillPerMs(perSecond))
}

function refill(throughput: Throughput, maxPerSecond: number, nowMs: number): Throughput {
  // A clock set back neither adds nor removes tokens.
  const sinceMs = Math.max(0, nowMs - throughput.refilledAtMs)
  const perSecond = Math.min(maxPerSecond, throughput.perSecond + (maxPerSecond * sinceMs) / recoveryMs)
  const tokens = Math.min(burstSize(perSecond), throughput.tokens + sinceMs * refillPerMs(perSecond))
  return { tokens, refilledAtMs: nowMs, perSecond }
}

const spareForReplies = ({ perSecond }: Throughput): number => Math.floor(burstSize(perSecond) * spareShare)
const burstSize = (perSecond: number): number => Math.max(1, perSecond * burstShare)
const refillPerMs = (perSecond: number): number => (perSecond * (1 - burstShare)) / 1_000
