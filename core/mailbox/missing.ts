// How long to keep asking for a message that the server lists but does not return, before we record it without content.

/** Since when, and how often, it was asked for. */
export interface FetchTries {
  since: Date
  times: number
}

const atLeastMs = 60 * 60_000
const atLeastTimes = 8

export const askedAgain = (before: FetchTries | undefined, now: Date): FetchTries => ({
  since: before?.since ?? now,
  times: (before?.times ?? 0) + 1,
})

/** It is told, and those after it wait no longer; the daily comparison asks again. */
export const isGivenUp = ({ since, times }: FetchTries, now: Date): boolean =>
  times >= atLeastTimes && now.getTime() - since.getTime() >= atLeastMs
