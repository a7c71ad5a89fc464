// The 24 hours after a person last wrote, in which a business may send free-form messages.

const windowMs = 24 * 3_600_000

export function windowEndsAt(lastWrittenAt: number | null): number | null {
  return lastWrittenAt === null ? null : lastWrittenAt + windowMs
}

export function isWindowOpen(lastWrittenAt: number | null, now: number): boolean {
  return lastWrittenAt !== null && now < lastWrittenAt + windowMs
}
