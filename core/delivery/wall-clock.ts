// Finds when clocks in a user's time zone show a given time, across daylight saving changes.
import { localMoment } from '../filters/moment.ts'
import type { Weekday } from '../filters/tree.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const daysAhead = 8
const weekdays: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * The first moment after `after` at which the clock shows `time`, on `weekday` if given. If the clock jumps over `time` that
 * day, the moment of the jump.
 */
export function nextOccurrence(after: Date, time: string, timeZone: string, weekday?: Weekday): Date {
  const today = startOfDay(wallTimeAt(after.getTime(), timeZone))
  for (let day = today; day <= today + daysAhead * dayMs; day += dayMs) {
    if (weekday && weekdays[new Date(day).getUTCDay()] !== weekday) continue
    const at = momentsWithWallTime(day + minutesIn(time) * minuteMs, timeZone).find(moment => moment > after.getTime())
    if (at !== undefined) return new Date(at)
  }
  throw new RangeError(`Clocks in ${timeZone} never show ${time} after ${after.toISOString()}.`)
}

/** The next full hour. */
export function nextHour(after: Date, timeZone: string): Date {
  const wallTime = wallTimeAt(after.getTime(), timeZone)
  const past = (wallTime % (60 * minuteMs)) + (after.getTime() % minuteMs)
  return new Date(after.getTime() - past + 60 * minuteMs)
}

/** From `from` until `to`, across midnight if `from` is later. */
export function isWithin(at: Date, { from, to }: { from: string; to: string }, timeZone: string): boolean {
  const { time } = localMoment({ arrivedAt: at.toISOString(), timeZone })
  return from < to ? from <= time && time < to : from <= time || time < to
}

/** The moments at which the clock shows this, in order: two if it is set back, one if it jumps over it. */
function momentsWithWallTime(wallTime: number, timeZone: string): number[] {
  const offsets = [wallTime - dayMs, wallTime + dayMs].map(at => wallTimeAt(at, timeZone) - at)
  const moments = [...new Set(offsets.map(offset => wallTime - offset))].sort((a, b) => a - b)
  const matching = moments.filter(at => wallTimeAt(at, timeZone) === wallTime)
  const [first = wallTime, last = first] = moments
  return matching.length > 0 ? matching : [findJump(wallTime, first, last, timeZone)]
}

/** Binary search for the jump between `first` and `last`: before it, the clock shows less than `wallTime`. */
function findJump(wallTime: number, first: number, last: number, timeZone: string): number {
  let [before, after] = [first, last]
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
    if (wallTimeAt(middle, timeZone) < wallTime) before = middle
    else after = middle
  }
  return after
}

/** The wall time to the minute, as if it were UTC, so that wall times can be compared. */
function wallTimeAt(at: number, timeZone: string): number {
  const { day, time } = localMoment({ arrivedAt: new Date(at).toISOString(), timeZone })
  return Date.parse(`${day}T${time}:00Z`)
}

const startOfDay = (wallTime: number): number => wallTime - (wallTime % dayMs)
const minutesIn = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
