// Formats what a condition saw in an email: sizes with units, days and languages by name.
import type { Test, Weekday } from '../../../core/filters/tree.ts'
import { readReason } from '../../../core/message/sender-check/asked.ts'
import type { Translate } from '../../../core/words/words.ts'
import { sizeText } from './size.ts'
import { languageName, weekdayName } from './TestWords.tsx'

const week: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export function seenText(t: Translate<'sender'>, test: Test, seen: string, language: string): string {
  if (!seen) return seen
  if (test.field === 'sender_badge') return badgeText(t, seen)
  if (test.field === 'size' || test.field === 'attachment_size') {
    return seen
      .split(', ')
      .map(bytes => sizeText(Number(bytes), language))
      .join(', ')
  }
  if (test.field === 'weekday') {
    const day = week.find(one => one === seen)
    return day ? weekdayName(day, language) : seen
  }
  return test.field === 'language' ? languageName(seen, language) : seen
}

function badgeText(t: Translate<'sender'>, seen: string): string {
  const reason = readReason(seen)
  if (reason) return t(reason.kind, { seen: reason.seen, real: reason.real })
  return seen === 'verified' || seen === 'none' ? t(seen) : seen
}
