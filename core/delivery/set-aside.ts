// Decides when something that always fails is set aside, so that what waits behind it goes on.

export interface Failures {
  attempts: number
  firstAt: Date
}

/** An inbound message holds up its sender's later ones, so it is given up soon. */
const maxInboundAttempts = 5
const inboundDelaysMs = [1_000, 5_000, 30_000, 120_000]
/** STOP and START are never given up: somebody may be waiting to be left alone. */
const urgentDelayMs = 300_000

/** When an inbound message that failed is tried again; null once it is set aside. */
export function nextInboundTry({ attempts }: Failures, isUrgent: boolean, now: Date): Date | null {
  const delayMs = inboundDelaysMs[attempts - 1] ?? urgentDelayMs
  if (attempts >= maxInboundAttempts && !isUrgent) return null
  return new Date(now.getTime() + delayMs)
}

/** Reported once, also for what is tried on. */
export const isInboundAlarm = ({ attempts }: Failures): boolean => attempts === maxInboundAttempts

const maxWebhookAttempts = 8
const maxWebhookMs = 3_600_000

/** WhatsApp repeats a webhook until we accept it, together with everything else that it brings. */
export const isWebhookGivenUp = ({ attempts, firstAt }: Failures, now: Date): boolean =>
  attempts >= maxWebhookAttempts || (attempts > 1 && now.getTime() - firstAt.getTime() >= maxWebhookMs)

const maxReplanAttempts = 8
const minReplanMs = 3_600_000

/** An undelivered email whose next step fails is tried each minute. A fault of ours that concerns all of them may be mended within an hour. */
export const isReplanGivenUp = ({ attempts, firstAt }: Failures, now: Date): boolean =>
  attempts >= maxReplanAttempts && now.getTime() - firstAt.getTime() >= minReplanMs
