// Finds the one-time code in an email, if there is exactly one.
import { findCodeSpans, findSetApartCodes, hasCodeWord } from '../../text/one-time-codes.ts'
import type { Span } from '../../text/spans.ts'
import { toAsciiDigits } from './money.ts'
import type { CardSource, CodeCard } from './shapes.ts'

export function findCodeCard({ subject, lines, sender }: CardSource): CodeCard | null {
  const text = lines.join('\n').slice(0, maxCharacters)
  const inSubject = listCodes(subject, findCodeSpans(subject, false))
  // If the subject contains the code, the text is not needed.
  const inText = listCodes(text, findCodeSpans(text, hasCodeWord(subject)))
  const named = inSubject.size > 0 ? inSubject : inText
  const [only, ...others] = named.size > 0 ? named : listCodes(text, findSetApartCodes(subject, text))
  if (!only || others.length > 0) return null
  const [code, displayed] = only
  return { kind: 'code', code, shown: displayed, service: sender, expiresMinutes: findMinutes(text) }
}

const maxCharacters = 4000

/** Each code once: as it is typed in, and as the email displays it. */
function listCodes(text: string, spans: Span[]): Map<string, string> {
  const codes = new Map<string, string>()
  for (const { start, end } of spans) {
    const displayed = text.slice(start, end).replace(/\s+/g, ' ').trim()
    const code = toAsciiDigits(displayed)
      .replace(/\s/g, '')
      .replace(/(?<=\d)[-\u2010-\u2013](?=\d)/g, '')
    if (!codes.has(code)) codes.set(code, displayed)
  }
  return codes
}

const minute = 'minut\\p{L}*|min\\b|dakika\\p{L}*|menit|minuty|минут\\p{L}*|хвилин\\p{L}*|دقائق|دقيقة|דקות|分|分钟|分鐘|분|मिनट'
const hour =
  'hours?|hrs?\\b|stunden?|horas?|heures?|or[ae]\\b|uur|saat|jam|godzin\\p{L}*|час\\p{L}*|ساعات?|ساعة|שע(?:ה|ות)|時間|小时|小時|시간|घंटे?'
const minutes = new RegExp(`(\\p{Nd}{1,3})\\s?-?\\s?(?:${minute})`, 'iu')
const hours = new RegExp(`(\\p{Nd}{1,2})\\s?-?\\s?(?:${hour})`, 'iu')
const halfHour =
  /half an hour|halbe[nr]? stunde|media hora|demi-heure|mezz['’]?ora|meia hora|half uur|yarım saat|setengah jam|полчаса|نصف ساعة|חצי שעה/iu
const oneHour = /(?:\ban?|one|einer?|una?|uma|une|un['’]|bir|één|satu) (?:hour|stunde|hora|heure|ora|saat|uur|jam)\b/iu

/** How long the code is valid; null if the email does not say. */
export function findMinutes(text: string): number | null {
  const found = minutes.exec(text)
  if (found) return positive(Number(toAsciiDigits(found[1] ?? '')))
  if (halfHour.test(text)) return 30
  const hourMatch = hours.exec(text)
  if (hourMatch) return positive(Number(toAsciiDigits(hourMatch[1] ?? '')) * 60)
  return oneHour.test(text) ? 60 : null
}

const positive = (count: number): number | null => (count > 0 ? count : null)
