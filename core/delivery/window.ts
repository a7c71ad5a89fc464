// The service window: how long we may write freely after a user's last message.

const windowMs = 24 * 60 * 60_000
// Clocks differ and sending takes time, so the last minutes are not used.
const marginMs = 5 * 60_000

/** `lastInboundAt`: when the user last wrote or tapped; null if never (Cloud API, customer service window). */
export const isWindowOpen = (lastInboundAt: Date | null, now: Date): boolean =>
  lastInboundAt !== null && now < windowClosesAt(lastInboundAt)

export const windowClosesAt = (lastInboundAt: Date): Date => new Date(lastInboundAt.getTime() + windowMs - marginMs)
