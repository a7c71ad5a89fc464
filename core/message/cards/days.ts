// Finds dates in the notations of many countries; ambiguous dates are ignored.
import { toAsciiDigits } from './money.ts'

/** Lower-cased month names; each line starts with January. */
const months = [
  'january february march april may june july august september october november december',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  'ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık',
  'januari februari maret april mei juni juli agustus september oktober november desember',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
  'ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר',
  'जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर',
  'jan feb mar apr may jun jul aug sep oct nov dec',
].map(line => line.split(' '))

const parseMonth = (word: string): number => {
  const plain = word
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^ב(?=\p{L}{3})/u, '')
  return months.map(line => line.indexOf(plain) + 1).find(month => month > 0) ?? 0
}

const today =
  /\b(?:today|heute|hoy|aujourd['’]hui|oggi|hoje|hari ini|vandaag|dzisiaj|dziś)\b|bugün|сегодня|اليوم|היום|本日|今日|今天|오늘|आज/iu
const tomorrow = /\b(?:tomorrow|morgen|mañana|demain|domani|amanhã|besok|jutro)\b|yarın|завтра|غداً|غدا|מחר|明日|明天|내일/iu

/** The first date in the text (ISO 8601); `sentOn` is the day that "today" means. Null if there is none or it is ambiguous. */
export function findDay(text: string, sentOn: string | null, language: string | null): string | null {
  const plain = toAsciiDigits(text.slice(0, 1000))
  const candidates = [findIso(plain), findEastern(plain), findNumeric(plain, language), findSpelled(plain)].filter(found => found !== null)
  const [first] = candidates.toSorted((a, b) => a.at - b.at)
  if (first) return first.day
  if (!sentOn) return null
  return today.test(text) ? sentOn : tomorrow.test(text) ? dayAfter(sentOn) : null
}

interface FoundDay {
  day: string | null
  at: number
}

const findIso = (text: string): FoundDay | null => {
  const found = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text)
  return found && { day: toIsoDay(Number(found[1]), Number(found[2]), Number(found[3])), at: found.index }
}

const findEastern = (text: string): FoundDay | null => {
  const found = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/.exec(text)
  return found && { day: toIsoDay(Number(found[1]), Number(found[2]), Number(found[3])), at: found.index }
}

/** With dots and dashes the day comes first; with slashes only if it is over twelve, or if the language never puts the month first. */
function findNumeric(text: string, language: string | null): FoundDay | null {
  const found = /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])/.exec(text)
  if (!found) return null
  const [day, month] = [Number(found[1]), Number(found[3])]
  const year = Number(found[4]) + (found[4]?.length === 2 ? 2000 : 0)
  const at = found.index
  if (found[2] !== '/' || (language !== null && language !== 'en')) return { day: toIsoDay(year, month, day), at }
  if (day > 12) return { day: toIsoDay(year, month, day), at }
  return { day: month > 12 ? toIsoDay(year, day, month) : day === month ? toIsoDay(year, month, day) : null, at }
}

const dayFirst =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|ª|°|\.)?\s+(?:de\s+|of\s+)?(\p{L}[\p{L}\p{M}]{2,12})\.?,?\s+(?:de\s+|del\s+)?(\d{4})(?!\d)/gu
const monthFirst = /(?<!\p{L})(\p{L}[\p{L}\p{M}]{2,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/gu

function findSpelled(text: string): FoundDay | null {
  for (const found of text.matchAll(dayFirst)) {
    const month = parseMonth(found[2] ?? '')
    if (month > 0) return { day: toIsoDay(Number(found[3]), month, Number(found[1])), at: found.index }
  }
  for (const found of text.matchAll(monthFirst)) {
    const month = parseMonth(found[1] ?? '')
    if (month > 0) return { day: toIsoDay(Number(found[3]), month, Number(found[2])), at: found.index }
  }
  return null
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

function toIsoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000 && year < 2100
    ? `${year}-${twoDigits(month)}-${twoDigits(day)}`
    : null
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
