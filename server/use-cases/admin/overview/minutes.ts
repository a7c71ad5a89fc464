// Counts emails and deliveries per minute; past minutes are counted only once.
import { sql } from 'kysely'
import type { Db } from '../../../foundation/db/pool.ts'

export interface MinuteCounts {
  arrived: number[]
  delivered: number[]
}

const minuteMs = 60_000
const shownMinutes = 60
/** A slow transaction may still add to a past minute within this time. */
const settledAfter = 3

/** Remembers what it has counted; create one per process. Returns the oldest minute first. */
export function openMinuteCounter(db: Db): (now: Date) => Promise<MinuteCounts> {
  const counted = new Map<number, { arrived: number; delivered: number }>()
  return async now => {
    const last = Math.floor(now.getTime() / minuteMs)
    const minutes = Array.from({ length: shownMinutes }, (_, n) => last - shownMinutes + 1 + n)
    const from = minutes.find(minute => !counted.has(minute)) ?? last
    const fresh = await countFrom(db, from)
    for (const minute of counted.keys()) if (minute < (minutes[0] ?? 0)) counted.delete(minute)
    const at = (minute: number) => counted.get(minute) ?? fresh.get(minute) ?? { arrived: 0, delivered: 0 }
    const all = minutes.map(at)
    for (const minute of minutes) if (minute <= last - settledAfter) counted.set(minute, at(minute))
    return { arrived: all.map(({ arrived }) => arrived), delivered: all.map(({ delivered }) => delivered) }
  }
}

async function countFrom(db: Db, minute: number): Promise<Map<number, { arrived: number; delivered: number }>> {
  const since = new Date(minute * minuteMs)
  const { rows } = await sql<{ minute: number; arrived: number; delivered: number }>`
    select minute, sum(arrived)::int as arrived, sum(delivered)::int as delivered from (
      select floor(extract(epoch from arrived_at) / 60)::int as minute, count(*) as arrived, 0 as delivered
        from messages where arrived_at >= ${since} group by 1
      union all
      select floor(extract(epoch from delivered_at) / 60)::int, 0, count(*) from deliveries where delivered_at >= ${since} group by 1
    ) counts group by minute`.execute(db)
  return new Map(rows.map(row => [row.minute, row]))
}
