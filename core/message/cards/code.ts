// The one-time code of a mail, where there is exactly one.
import { hasCodeWord, spansOfCodes } from '../../text/one-time-codes.ts'
import { asciiDigits } from './money.ts'
import type { CardSource, CodeCard } from './shapes.ts'

export function codeCard({ subject, lines, sender }: CardSource): CodeCard | null {
  const text = lines.join('\n').slice(0, mostLetters)
  const inSubject = formsIn(subject, false)
  // A subject that holds the code itself leaves nothing to look for but the same below.
  const inText = formsIn(text, hasCodeWord(subject))
  const found = inSubject.size > 0 ? inSubject : inText
  const [only, ...others] = found
  if (!only || others.length > 0) return null
  const [code, shown] = only
  return { kind: 'code', code, shown, service: sender, expiresMinutes: minutesIn(text) }
}

const mostLetters = 4000

/** Each code once: as it is typed, and as it is shown. */
function formsIn(text: string, isAnnounced: boolean): Map<string, string> {
  const forms = new Map<string, string>()
  for (const { start, end } of spansOfCodes(text, isAnnounced)) {
    const shown = text.slice(start, end).replace(/\s+/g, ' ').trim()
    const code = asciiDigits(shown)
      .replace(/\s/g, '')
      .replace(/(?<=\d)[-\u2010-\u2013](?=\d)/g, '')
    if (!forms.has(code)) forms.set(code, shown)
  }
  return forms
}

const minute = 'minut\\p{L}*|min\\b|dakika\\p{L}*|menit|minuty|минут\\p{L}*|хвилин\\p{L}*|دقائق|دقيقة|דקות|分|分钟|分鐘|분|मिनट'
const hour =
  'hours?|hrs?\\b|stunden?|horas?|heures?|or[ae]\\b|uur|saat|jam|godzin\\p{L}*|час\\p{L}*|ساعات?|ساعة|שע(?:ה|ות)|時間|小时|小時|시간|घंटे?'
const minutes = new RegExp(`(\\p{Nd}{1,3})\\s?-?\\s?(?:${minute})`, 'iu')
const hours = new RegExp(`(\\p{Nd}{1,2})\\s?-?\\s?(?:${hour})`, 'iu')
const half =
  /half an hour|halbe[nr]? stunde|media hora|demi-heure|mezz['’]?ora|meia hora|half uur|yarım saat|setengah jam|полчаса|نصف ساعة|חצי שעה/iu
const one = /(?:\ban?|one|einer?|una?|uma|une|un['’]|bir|één|satu) (?:hour|stunde|hora|heure|ora|saat|uur|jam)\b/iu

/** How long it is good for, where one time is named. */
function minutesIn(text: string): number | null {
  const found = minutes.exec(text)
  if (found) return positive(Number(asciiDigits(found[1] ?? '')))
  if (half.test(text)) return 30
  const many = hours.exec(text)
  if (many) return positive(Number(asciiDigits(many[1] ?? '')) * 60)
  return one.test(text) ? 60 : null
}

const positive = (count: number): number | null => (count > 0 ? count : null)
