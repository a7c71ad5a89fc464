// Decides when something that always fails is set aside, so that what waits behind it goes on.

export interface Failures {
  attempts: number
  firstAt: Date
}

const attemptsBeforeAlarm = 5
const delaysMs = [1_000, 5_000, 30_000, 120_000]
const laterDelayMs = 300_000

/** When something that is never given up is tried again, as an email that somebody must read. */
export const nextTry = ({ attempts }: Failures, now: Date): Date => new Date(now.getTime() + (delaysMs[attempts - 1] ?? laterDelayMs))

/** Reported once, also for what is tried on. */
export const isAlarm = ({ attempts }: Failures): boolean => attempts === attemptsBeforeAlarm

/**
 * When an inbound message that failed is tried again; null once it is set aside, soon, because it holds up its sender's later ones.
 * STOP and START are never given up: somebody may be waiting to be left alone.
 */
export const nextInboundTry = (failures: Failures, isUrgent: boolean, now: Date): Date | null =>
  failures.attempts >= attemptsBeforeAlarm && !isUrgent ? null : nextTry(failures, now)

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
