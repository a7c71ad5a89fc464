// Decides which dates of an email are worth showing beside its own.

interface EmailDates {
  /** Its own date: when its mail server received it. */
  datedAt: string
  /** When we read it. */
  arrivedAt: string
  /** The Date header. */
  date: string | null
}

const lateMs = 5 * 60_000
const dayMs = 86_400_000

/** `readAt`: when we read it, if that was later. `writtenAt`: the sender's date, if it is more than a day away. Null otherwise. */
export function otherDates({ datedAt, arrivedAt, date }: EmailDates): { readAt: Date | null; writtenAt: Date | null } {
  const [own, arrived, written] = [Date.parse(datedAt), Date.parse(arrivedAt), Date.parse(date ?? '')]
  return {
    readAt: arrived - own > lateMs ? new Date(arrived) : null,
    writtenAt: Math.abs(written - own) > dayMs ? new Date(written) : null,
  }
}
