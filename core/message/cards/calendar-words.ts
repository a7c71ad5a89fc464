// Reads the names of months, weekdays and near days in many languages from the CLDR data of Intl.

/** Folded names. Months count from 1, weekdays from Sunday as 0, near days from today as 0. A name with two meanings has none. */
export interface CalendarWords {
  months: Map<string, number>
  weekdays: Map<string, number>
  nearDays: Map<string, number>
}

/** Languages of most emails; a detected language is asked first, since a short text has none. */
const languages =
  'en de es fr it pt tr nl pl ru uk id ms ar ar-SY he hi ja zh ko sv da nb fi cs sk sl hr sr bg ro el ca et lv lt vi th fa'.split(' ')

let common: CalendarWords | undefined
const known = new Map<string, CalendarWords>()

/** The words of one language, or of all together. */
export function calendarWords(language: string | null): CalendarWords {
  if (language === null) return (common ??= collectWords(languages))
  const words = known.get(language) ?? collectWords([language])
  known.set(language, words)
  return words
}

/** Lower case, with plain apostrophes and without Arabic vowel signs and final dots. */
export const foldCalendarWord = (word: string): string =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('\u0307', '')
    .replace(/[’ʼ]/g, "'")
    .replace(/[\u064b-\u0652]/g, '')
    .replace(/\.$/, '')

function collectWords(from: readonly string[]): CalendarWords {
  const words: CalendarWords = { months: new Map(), weekdays: new Map(), nearDays: new Map() }
  for (const language of from) {
    addMonths(words.months, language)
    addWeekdays(words.weekdays, language)
    const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    for (const day of [0, 1]) addWord(words.nearDays, format.format(day, 'day'), day)
  }
  for (const [word, day] of colloquialDays) addWord(words.nearDays, word, day)
  return words
}

/** CLDR has one word for each day; these are as usual. */
const colloquialDays: [string, number][] = [
  ['本日', 0],
  ['dziś', 0],
  ['idag', 0],
  ['imorgon', 1],
  ['明日', 1],
]

const monthForms: Intl.DateTimeFormatOptions[] = [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short', day: 'numeric' }]

function addMonths(words: Map<string, number>, language: string): void {
  for (const form of monthForms) {
    const format = new Intl.DateTimeFormat(language, { ...form, calendar: 'gregory', timeZone: 'UTC' })
    for (let month = 1; month <= 12; month++) addWord(words, partOf(format, Date.UTC(2026, month - 1, 5), 'month'), month)
  }
}

function addWeekdays(words: Map<string, number>, language: string): void {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', calendar: 'gregory', timeZone: 'UTC' })
  // 4 January 2026 is a Sunday.
  for (let day = 0; day < 7; day++) addWord(words, partOf(format, Date.UTC(2026, 0, 4 + day), 'weekday'), day)
}

const partOf = (format: Intl.DateTimeFormat, at: number, type: 'month' | 'weekday'): string =>
  format.formatToParts(at).find(part => part.type === type)?.value ?? ''

function addWord(words: Map<string, number>, word: string, meaning: number): void {
  const folded = foldCalendarWord(word)
  if (folded === '' || /\p{Nd}/u.test(folded)) return
  words.set(folded, (words.get(folded) ?? meaning) === meaning ? meaning : NaN)
}
