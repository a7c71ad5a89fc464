// Limits how many replies a user may send, so that a stolen phone cannot send spam.

export const maxRepliesPerHour = 30
export const replyWindowMs = 3_600_000

/** `sentTimes`: when recent replies were written, without those that were undone. */
export function canReply(sentTimes: Date[], now: Date): boolean {
  return sentTimes.filter(at => now.getTime() - at.getTime() < replyWindowMs).length < maxRepliesPerHour
}
