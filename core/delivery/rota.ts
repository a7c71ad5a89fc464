// Decides who is on call: phones in order, each with its weekly hours in the user's time zone.
import { z } from 'zod/mini'
import { localMoment } from '../filters/moment.ts'
import { TimeOfDay, Weekday } from '../filters/tree.ts'

/** On each of `days` from `from` until `to`; ends the next day if `to` is not later, and lasts 24 hours if both are equal. */
export const Shift = z.object({
  destinationId: z.uuid(),
  from: TimeOfDay,
  to: TimeOfDay,
  days: z.array(Weekday).check(z.minLength(1), z.maxLength(7)),
})
export type Shift = z.infer<typeof Shift>

/** The destinations on call, in the order of the shifts; empty in a gap. */
export function onCall(shifts: readonly Shift[], at: Date, timeZone: string): string[] {
  const { weekday, time } = localMoment({ arrivedAt: at.toISOString(), timeZone })
  const now = days.indexOf(weekday) * dayMinutes + minutesIn(time)
  return [
    ...new Set(shifts.filter(shift => toSpans(shift).some(({ from, to }) => from <= now && now < to)).map(shift => shift.destinationId)),
  ]
}

/** Who gets the emails: those on call or, in a gap, the first of the rota, so that no email is left with nobody. */
export function onCallOrFirst(shifts: readonly Shift[], at: Date, timeZone: string): string[] {
  const current = onCall(shifts, at, timeZone)
  return current.length > 0 ? current : shifts.slice(0, 1).map(shift => shift.destinationId)
}

export interface WeekTime {
  day: Weekday
  time: string
}

/** The times of the week that no shift covers, in order from Monday; a gap across the end of the week counts as one. */
export function findGaps(shifts: readonly Shift[]): { from: WeekTime; to: WeekTime }[] {
  const gaps: Span[] = []
  let covered = 0
  for (const { from, to } of [...shifts.flatMap(toSpans).toSorted((a, b) => a.from - b.from), { from: weekMinutes, to: weekMinutes }]) {
    if (from > covered) gaps.push({ from: covered, to: from })
    covered = Math.max(covered, to)
  }
  const [first, last] = [gaps[0], gaps.at(-1)]
  const wrapsAround = first && last && first !== last && first.from === 0 && last.to === weekMinutes
  const joined = wrapsAround ? [...gaps.slice(1, -1), { from: last.from, to: first.to }] : gaps
  return joined.map(({ from, to }) => ({ from: weekTime(from), to: weekTime(to) }))
}

interface Span {
  from: number
  to: number
}

const days = Weekday.options
const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes

/** In minutes since the start of Monday. */
function toSpans({ from, to, days: weekdays }: Shift): Span[] {
  const [start, end] = [minutesIn(from), minutesIn(to)]
  return weekdays.flatMap(day => {
    const midnight = days.indexOf(day) * dayMinutes
    const span = { from: midnight + start, to: midnight + (end > start ? end : end + dayMinutes) }
    return span.to > weekMinutes
      ? [
          { from: span.from, to: weekMinutes },
          { from: 0, to: span.to - weekMinutes },
        ]
      : [span]
  })
}

const minutesIn = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const twoDigits = (n: number): string => String(n).padStart(2, '0')

function weekTime(minutes: number): WeekTime {
  const inWeek = minutes % weekMinutes
  const day = days[Math.floor(inWeek / dayMinutes)] ?? 'mon'
  return { day, time: `${twoDigits(Math.floor((inWeek % dayMinutes) / 60))}:${twoDigits(inWeek % 60)}` }
}
