// Decides how long to retry a message that the server lists but does not return, before it is recorded without content.

/** Since when and how often it was requested. */
export interface FetchTries {
  since: Date
  times: number
}

const minDurationMs = 60 * 60_000
const minAttempts = 8

export const countFetch = (before: FetchTries | undefined, now: Date): FetchTries => ({
  since: before?.since ?? now,
  times: (before?.times ?? 0) + 1,
})

/** Then it is reported and later messages no longer wait; the daily comparison tries again. */
export const isGivenUp = ({ since, times }: FetchTries, now: Date): boolean =>
  times >= minAttempts && now.getTime() - since.getTime() >= minDurationMs
