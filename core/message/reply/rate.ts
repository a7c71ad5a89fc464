// How many answers a person may write: a phone in the wrong hands must not become a sender of spam.

export const mostAnHour = 30
export const hourMs = 3_600_000

/** `written`: when the answers of the last hour were written; those that were taken back do not count. */
export function mayReply(written: Date[], now: Date): boolean {
  return written.filter(at => now.getTime() - at.getTime() < hourMs).length < mostAnHour
}
