// Formats what a condition saw in an email: sizes with units, amounts, days and languages by name.
import type { Test, Weekday } from '../../../core/filters/tree.ts'
import { parseSenderReason } from '../../../core/message/sender-check/match-badge.ts'
import { formatAmount } from '../../../core/text/money.ts'
import type { Translate } from '../../../core/words/words.ts'
import { languageName, weekdayName } from './ConditionText.tsx'
import { formatSize } from './size.ts'

const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export function formatSeenValue(t: Translate<'sender'>, test: Test, value: string, language: string): string {
  if (!value) return value
  if (test.field === 'sender_badge') return formatBadge(t, value)
  if (test.field === 'size' || test.field === 'attachment_size') {
    return value
      .split(', ')
      .map(bytes => formatSize(Number(bytes), language))
      .join(', ')
  }
  if (test.field === 'amount')
    return value
      .split(', ')
      .map(each => formatSeenAmount(each, language))
      .join(' · ')
  if (test.field === 'weekday') {
    const day = weekdays.find(candidate => candidate === value)
    return day ? weekdayName(day, language) : value
  }
  return test.field === 'language' ? languageName(value, language) : value
}

function formatSeenAmount(text: string, language: string): string {
  const [amount = '', currency = ''] = text.split(' ')
  return formatAmount(Number(amount), currency, language)
}

function formatBadge(t: Translate<'sender'>, value: string): string {
  const reason = parseSenderReason(value)
  if (reason) return t(reason.kind, { seen: reason.seen, real: reason.real })
  return value === 'verified' || value === 'none' ? t(value) : value
}
