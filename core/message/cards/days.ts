// Finds dates in the notations of many countries; ambiguous dates are ignored.
import { type CalendarWords, calendarWords, foldCalendarWord } from './calendar-words.ts'
import { toAsciiDigits } from './money.ts'

/** `sentOn` (ISO 8601) is the day that "today" means and that dates without a year are near. */
interface DayContext {
  sentOn: string | null
  language: string | null
}

interface FoundDay {
  day: string | null
  at: number
}

/** The first date in the text (ISO 8601), or the day that it calls today, tomorrow or by its weekday. Null if none is clear. */
export function findDay(text: string, sentOn: string | null, language: string | null): string | null {
  const plain = toAsciiDigits(text.slice(0, 1000))
  const context = { sentOn, language }
  const found = [
    findYearFirst(plain),
    findEastern(plain, sentOn),
    findNumeric(plain, context),
    findShort(plain, context),
    findSpelled(plain, context),
  ]
  const [first] = found.filter(one => one !== null).toSorted((a, b) => a.at - b.at)
  if (first) return first.day
  return sentOn === null ? null : (findNearDay(plain, sentOn) ?? findWeekday(plain, sentOn, language))
}

const findYearFirst = (text: string): FoundDay | null => {
  const found = /(?<!\d)(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})(?!\d)/.exec(text)
  return found && { day: toIsoDay(Number(found[1]), Number(found[3]), Number(found[4])), at: found.index }
}

const findEastern = (text: string, sentOn: string | null): FoundDay | null => {
  const found = /(?:(\d{4})\s?[年년]\s?)?(?<!\d)(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/.exec(text)
  return found && { day: toDay(found[1], Number(found[2]), Number(found[3]), sentOn), at: found.index }
}

/** With dots and dashes the day comes first. With slashes in English it is unclear which is the day, unless one is over twelve. */
function findNumeric(text: string, { sentOn, language }: DayContext): FoundDay | null {
  const found = /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])/.exec(text)
  if (!found) return null
  const [first, second] = [Number(found[1]), Number(found[3])]
  const year = Number(found[4]) + (found[4]?.length === 2 ? 2000 : 0)
  const at = found.index
  const dayFirst = toIsoDay(year, second, first)
  if (found[2] !== '/' || (language !== null && language !== 'en')) return { day: dayFirst, at }
  const monthFirst = toIsoDay(year, first, second)
  if (dayFirst === null || monthFirst === null || dayFirst === monthFirst) return { day: dayFirst ?? monthFirst, at }
  return { day: language === null && sentOn !== null ? chooseNear([dayFirst, monthFirst], sentOn) : null, at }
}

const nearDays = 45

/** The only day in the weeks after the email. */
function chooseNear(days: string[], sentOn: string): string | null {
  const [near, ...others] = days.filter(day => daysBetween(sentOn, day) >= 0 && daysBetween(sentOn, day) <= nearDays)
  return near !== undefined && others.length === 0 ? near : null
}

/** `06.03.` */
function findShort(text: string, { sentOn }: DayContext): FoundDay | null {
  const found = /(?<![\d.,])(\d{1,2})\.(\d{1,2})\.(?![\d])/.exec(text)
  return found && { day: toDay(undefined, Number(found[2]), Number(found[1]), sentOn), at: found.index }
}

const monthWord = '(\\p{L}[\\p{L}\\p{M}]{2,14})\\.?'
const dayFirst = new RegExp(
  `(?<![\\d.,:])(\\d{1,2})(?:st|nd|rd|th|er|º|ª|°|\\.)?[\\s-]{1,2}(?:de\\s+|of\\s+)?${monthWord}(?:,?[\\s-]{1,2}(?:de\\s+|del\\s+)?(\\d{4})(?![\\d:.]))?`,
  'gu',
)
const monthFirst = new RegExp(`(?<!\\p{L})${monthWord}\\s+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:.]\\d|\\d)(?:,?\\s+(\\d{4})(?![\\d:.]))?`, 'gu')

function findSpelled(text: string, { sentOn, language }: DayContext): FoundDay | null {
  const found = [
    ...Array.from(text.matchAll(dayFirst), ({ index, 1: day, 2: month, 3: year }) => ({ index, day, month, year })),
    ...Array.from(text.matchAll(monthFirst), ({ index, 1: month, 2: day, 3: year }) => ({ index, day, month, year })),
  ]
  for (const { index, day, month, year } of found.toSorted((a, b) => Number(b.year !== undefined) - Number(a.year !== undefined))) {
    const number = parseMonth(month ?? '', language)
    if (number > 0) return { day: toDay(year, number, Number(day), sentOn), at: index }
  }
  return null
}

/** In Hebrew the month has a prefix. */
function parseMonth(word: string, language: string | null): number {
  const folded = foldCalendarWord(word)
  return readWord('months', folded, language) || readWord('months', folded.replace(/^ב/u, ''), language) || 0
}

/** The meaning in the language of the email, else in all languages. */
const readWord = (list: keyof CalendarWords, word: string, language: string | null): number | undefined =>
  (language === null ? undefined : calendarWords(language)[list].get(word)) ?? calendarWords(null)[list].get(word)

let nearDayPattern: RegExp | undefined

/** A greeting is not tomorrow. */
function findNearDay(text: string, sentOn: string): string | null {
  nearDayPattern ??= new RegExp(
    [...calendarWords(null).nearDays.keys()]
      .toSorted((a, b) => b.length - a.length)
      .map(word =>
        /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/u.test(word)
          ? word
          : `(?<![\\p{L}\\p{M}]|\\bgute[nr]? |\\bgod )${word}(?![\\p{L}\\p{M}])`,
      )
      .join('|'),
    'u',
  )
  const found = nearDayPattern.exec(foldCalendarWord(text))?.[0]
  const days = found === undefined ? NaN : (calendarWords(null).nearDays.get(found) ?? NaN)
  return Number.isNaN(days) ? null : addDays(sentOn, days)
}

/** The next day of that name; the same weekday may be today or in a week. */
function findWeekday(text: string, sentOn: string, language: string | null): string | null {
  for (const word of text.match(/\p{L}[\p{L}\p{M}-]{3,}/gu) ?? []) {
    const weekday = readWord('weekdays', foldCalendarWord(word), language)
    const ahead = weekday === undefined ? NaN : (weekday - new Date(sentOn).getUTCDay() + 7) % 7
    if (ahead > 0) return addDays(sentOn, ahead)
  }
  return null
}

/** Without a year it is the one in which the day is nearest to the email. */
function toDay(year: string | undefined, month: number, day: number, sentOn: string | null): string | null {
  if (year !== undefined) return toIsoDay(Number(year), month, day)
  if (sentOn === null) return null
  const sentIn = Number(sentOn.slice(0, 4))
  const days = [sentIn - 1, sentIn, sentIn + 1].map(each => toIsoDay(each, month, day)).filter(each => each !== null)
  return days.toSorted((a, b) => Math.abs(daysBetween(sentOn, a)) - Math.abs(daysBetween(sentOn, b)))[0] ?? null
}

function toIsoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000 && year < 2100
  return isReal ? date.toISOString().slice(0, 10) : null
}

const dayMs = 86_400_000
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs
const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
