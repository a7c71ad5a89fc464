// Finds the date that an email is listed and counted under: when its mail server received it, not when we read it.

/** An email that we read this soon after its mail server received it keeps our time, which is exact to the millisecond. */
const promptMs = 120_000
/** Servers that lost a date make one up, and the first emails are younger than this. */
const earliest = Date.UTC(1985, 0, 1)

/** `receivedAt`: INTERNALDATE (RFC 3501 §2.3.3), in whole seconds. The Date header isn't asked, as senders write into it what they like. */
export function ownDate(receivedAt: Date | null, arrivedAt: Date): Date {
  const ms = receivedAt?.getTime() ?? Number.NaN
  return ms >= earliest && ms < arrivedAt.getTime() - promptMs ? new Date(ms) : arrivedAt
}

/** A time for the id of each of several emails: its own date, and for those of the same date a millisecond later than the one before. */
export function idTimes(dates: readonly Date[]): Date[] {
  const counts = new Map<number, number>()
  return dates.map(date => {
    const nth = counts.get(date.getTime()) ?? 0
    counts.set(date.getTime(), nth + 1)
    return new Date(date.getTime() + Math.min(nth, idSpreadMs))
  })
}

/** An id is made at most this long after the own date of its email. */
export const idSpreadMs = 999
