// Decides who is on call: phones in order, each with its weekly hours in the user's time zone.
import { z } from 'zod/mini'
import { momentOf } from '../filters/moment.ts'
import { TimeOfDay, Weekday } from '../filters/tree.ts'

/** On each of `days` from `from` until `to`; into the next day where `to` is not later, all round the clock where both are one. */
export const Shift = z.object({
  destinationId: z.uuid(),
  from: TimeOfDay,
  to: TimeOfDay,
  days: z.array(Weekday).check(z.minLength(1), z.maxLength(7)),
})
export type Shift = z.infer<typeof Shift>

/** Those on call, in the order of the shifts, each once; nobody in a gap. */
export function onCall(shifts: readonly Shift[], at: Date, timeZone: string): string[] {
  const { weekday, time } = momentOf({ arrivedAt: at.toISOString(), timeZone })
  const now = days.indexOf(weekday) * dayMinutes + minutesOf(time)
  return [...new Set(shifts.filter(shift => spansOf(shift).some(({ from, to }) => from <= now && now < to)).map(one => one.destinationId))]
}

/** Who is asked: those on call, and in a gap the first of the rota, so that no mail is left with nobody. */
export function asked(shifts: readonly Shift[], at: Date, timeZone: string): string[] {
  const there = onCall(shifts, at, timeZone)
  return there.length > 0 ? there : shifts.slice(0, 1).map(shift => shift.destinationId)
}

export interface WeekTime {
  day: Weekday
  time: string
}

/** Hours of the week that nobody has, in their order from Monday; one over the end of the week is one. */
export function gapsOf(shifts: readonly Shift[]): { from: WeekTime; to: WeekTime }[] {
  const gaps: Span[] = []
  let covered = 0
  for (const { from, to } of [...shifts.flatMap(spansOf).toSorted((a, b) => a.from - b.from), { from: weekMinutes, to: weekMinutes }]) {
    if (from > covered) gaps.push({ from: covered, to: from })
    covered = Math.max(covered, to)
  }
  const [first, last] = [gaps[0], gaps.at(-1)]
  const isOverWeek = first && last && first !== last && first.from === 0 && last.to === weekMinutes
  const joined = isOverWeek ? [...gaps.slice(1, -1), { from: last.from, to: first.to }] : gaps
  return joined.map(({ from, to }) => ({ from: weekTime(from), to: weekTime(to) }))
}

interface Span {
  from: number
  to: number
}

const days = Weekday.options
const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes

/** In minutes since Monday began. */
function spansOf({ from, to, days: on }: Shift): Span[] {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  return on.flatMap(day => {
    const midnight = days.indexOf(day) * dayMinutes
    const span = { from: midnight + begin, to: midnight + (end > begin ? end : end + dayMinutes) }
    return span.to > weekMinutes
      ? [
          { from: span.from, to: weekMinutes },
          { from: 0, to: span.to - weekMinutes },
        ]
      : [span]
  })
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const two = (n: number): string => String(n).padStart(2, '0')

function weekTime(minutes: number): WeekTime {
  const within = minutes % weekMinutes
  const day = days[Math.floor(within / dayMinutes)] ?? 'mon'
  return { day, time: `${two(Math.floor((within % dayMinutes) / 60))}:${two(within % 60)}` }
}
