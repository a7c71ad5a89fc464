// The service window: how long we may write freely after a user's last message.

const windowMs = 24 * 60 * 60_000
// Clocks differ and a message takes its time: the last minutes are not relied on.
const marginMs = 5 * 60_000

/** `lastInboundAt` is when the person last wrote or tapped, null if never (Cloud API, customer service window). */
export const isOpen = (lastInboundAt: Date | null, now: Date): boolean => lastInboundAt !== null && now < closesAt(lastInboundAt)

export const closesAt = (lastInboundAt: Date): Date => new Date(lastInboundAt.getTime() + windowMs - marginMs)
