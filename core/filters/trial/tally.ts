// What a trial counts, and which mails it shows.

export type TrialChange = 'same' | 'gained' | 'lost'

export interface TrialTally {
  looked: number
  matched: number
  gained: number
  lost: number
  /** Too little of them is kept to tell: they count neither as matched nor as a change. */
  unknown: number
  shown: Record<TrialChange, number>
  near: number
}

const mostShown = 20
/** Beside a saved filter, so many of each, so that what changes is seen however much stays the same. */
const mostOfEach: Record<TrialChange, number> = { same: 6, gained: 7, lost: 7 }
const mostNear = 10
/** To know a near miss all its tests must be made, so that only the newest mails are looked at so closely. */
const nearWithin = 2000

export const newTally = (): TrialTally => ({
  ...{ looked: 0, matched: 0, gained: 0, lost: 0, unknown: 0 },
  ...{ shown: { same: 0, gained: 0, lost: 0 }, near: 0 },
})

/** `saved`: what the saved filter says; null where there is none. Counts the mail and says whether to show it, and how. */
export function count(tally: TrialTally, draft: boolean | 'unknown', saved: boolean | 'unknown' | null): TrialChange | 'near' | null {
  tally.looked++
  if (draft === true) tally.matched++
  if (draft === 'unknown' || saved === 'unknown') {
    tally.unknown++
    return null
  }
  const change = changeOf(draft, saved ?? false)
  if (change === 'gained' || change === 'lost') tally[change]++
  if (change === null) return tally.near < mostNear && tally.looked <= nearWithin ? 'near' : null
  const most = saved === null ? mostShown : mostOfEach[change]
  if (tally.shown[change] >= most) return null
  tally.shown[change]++
  return change
}

function changeOf(draft: boolean, saved: boolean): TrialChange | null {
  if (draft) return saved ? 'same' : 'gained'
  return saved ? 'lost' : null
}

const dayMs = 86_400_000
const daysAMonth = 30

/** How many a day and a month, when `matched` came since then; mail of less than a day counts as one of a day. */
export function rateOf(matched: number, since: Date | null, now: Date): { perDay: number; perMonth: number } {
  const days = since ? Math.max(1, (now.getTime() - since.getTime()) / dayMs) : 1
  const perDay = matched / days
  return { perDay: Math.round(perDay * 10) / 10, perMonth: Math.round(perDay * daysAMonth) }
}
