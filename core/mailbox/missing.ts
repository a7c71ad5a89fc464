// A mail that the server lists and does not hand over: how long we ask before the ledger tells it without its content.

/** Since when, and how often, it was asked for. */
export interface Asked {
  since: Date
  times: number
}

const atLeastMs = 60 * 60_000
const atLeastTimes = 8

export const askedAgain = (before: Asked | undefined, now: Date): Asked => ({
  since: before?.since ?? now,
  times: (before?.times ?? 0) + 1,
})

/** It is told, and those after it wait no longer; the daily comparison asks again. */
export const isGivenUp = ({ since, times }: Asked, now: Date): boolean =>
  times >= atLeastTimes && now.getTime() - since.getTime() >= atLeastMs
