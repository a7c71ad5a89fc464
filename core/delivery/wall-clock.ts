// Finds the moment when clocks in a user's time zone show a given hour, through daylight saving changes.
import { momentOf } from '../filters/moment.ts'
import type { Weekday } from '../filters/tree.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const daysAhead = 8
const weekdays: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * The first moment after `after` at which the clock shows `time`, on that weekday where one is named. On a day on which the clock
 * jumps over `time`, the moment of the jump.
 */
export function nextAt(after: Date, time: string, timeZone: string, weekday?: Weekday): Date {
  const today = dayOf(shownAt(after.getTime(), timeZone))
  for (let day = today; day <= today + daysAhead * dayMs; day += dayMs) {
    if (weekday && weekdays[new Date(day).getUTCDay()] !== weekday) continue
    const at = momentsOf(day + minutesOf(time) * minuteMs, timeZone).find(moment => moment > after.getTime())
    if (at !== undefined) return new Date(at)
  }
  throw new RangeError(`No clock of ${timeZone} shows ${time} after ${after.toISOString()}.`)
}

/** The next full hour. */
export function nextHour(after: Date, timeZone: string): Date {
  const shown = shownAt(after.getTime(), timeZone)
  const past = (shown % (60 * minuteMs)) + (after.getTime() % minuteMs)
  return new Date(after.getTime() - past + 60 * minuteMs)
}

/** From `from` until `to`, over midnight where `from` is later. */
export function isWithin(at: Date, { from, to }: { from: string; to: string }, timeZone: string): boolean {
  const { time } = momentOf({ arrivedAt: at.toISOString(), timeZone })
  return from < to ? from <= time && time < to : from <= time || time < to
}

/** When the clock shows this, in order: two moments where it is put back, one where it is put forward over it. */
function momentsOf(shown: number, timeZone: string): number[] {
  const offsets = [shown - dayMs, shown + dayMs].map(at => shownAt(at, timeZone) - at)
  const moments = [...new Set(offsets.map(offset => shown - offset))].sort((a, b) => a - b)
  const showing = moments.filter(at => shownAt(at, timeZone) === shown)
  const [first = shown, last = first] = moments
  return showing.length > 0 ? showing : [jumpOver(shown, first, last, timeZone)]
}

/** The clock shows less before the jump, which is between the two, and more from then on. */
function jumpOver(shown: number, first: number, last: number, timeZone: string): number {
  let [before, since] = [first, last]
  while (since - before > minuteMs) {
    const middle = before + Math.floor((since - before) / 2 / minuteMs) * minuteMs
    if (shownAt(middle, timeZone) < shown) before = middle
    else since = middle
  }
  return since
}

/** What the clock shows, to the minute, as if it were the time in Greenwich: so that two can be compared. */
function shownAt(at: number, timeZone: string): number {
  const { day, time } = momentOf({ arrivedAt: new Date(at).toISOString(), timeZone })
  return Date.parse(`${day}T${time}:00Z`)
}

const dayOf = (shown: number): number => shown - (shown % dayMs)
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
