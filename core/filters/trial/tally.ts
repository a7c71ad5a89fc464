// Counts the results of a filter trial and selects the emails to show.

export type TrialChange = 'same' | 'gained' | 'lost'

export interface TrialTally {
  looked: number
  matched: number
  gained: number
  lost: number
  /** Too little of the email is stored to decide: it counts neither as matched nor as a change. */
  unknown: number
  shown: Record<TrialChange, number>
  near: number
}

const mostShown = 20
/** When comparing with a saved filter: a limit for each kind, so that changes stay visible among unchanged results. */
const mostOfEach: Record<TrialChange, number> = { same: 6, gained: 7, lost: 7 }
const mostNear = 10
/** Near misses require running all tests, so they are searched only among the newest emails. */
const nearWithin = 2000

export const newTally = (): TrialTally => ({
  ...{ looked: 0, matched: 0, gained: 0, lost: 0, unknown: 0 },
  ...{ shown: { same: 0, gained: 0, lost: 0 }, near: 0 },
})

/** Counts one email and returns how to show it, or null. `saved` is the result of the saved filter; null if there is none. */
export function countTrialResult(
  tally: TrialTally,
  draft: boolean | 'unknown',
  saved: boolean | 'unknown' | null,
): TrialChange | 'near' | null {
  tally.looked++
  if (draft === true) tally.matched++
  if (draft === 'unknown' || saved === 'unknown') {
    tally.unknown++
    return null
  }
  const change = compareResults(draft, saved ?? false)
  if (change === 'gained' || change === 'lost') tally[change]++
  if (change === null) return tally.near < mostNear && tally.looked <= nearWithin ? 'near' : null
  const limit = saved === null ? mostShown : mostOfEach[change]
  if (tally.shown[change] >= limit) return null
  tally.shown[change]++
  return change
}

function compareResults(draft: boolean, saved: boolean): TrialChange | null {
  if (draft) return saved ? 'same' : 'gained'
  return saved ? 'lost' : null
}

const dayMs = 86_400_000
const daysPerMonth = 30

/** Emails per day and per month if `matched` arrived since then; less than a day counts as a full day. */
export function matchRate(matched: number, since: Date | null, now: Date): { perDay: number; perMonth: number } {
  const days = since ? Math.max(1, (now.getTime() - since.getTime()) / dayMs) : 1
  const perDay = matched / days
  return { perDay: Math.round(perDay * 10) / 10, perMonth: Math.round(perDay * daysPerMonth) }
}
