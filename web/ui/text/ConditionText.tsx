// A condition in words: "Subject contains invoice or receipt".
import { Fragment } from 'react'
import type { ExactRead } from '../../../core/filters/exact/test.ts'
import type { AmountTest, ListTest, PresenceTest, Test, TextTest, Weekday } from '../../../core/filters/tree.ts'
import { formatAmount } from '../../../core/text/money.ts'
import type { Translate } from '../../../core/words/words.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { Rich } from './Rich.tsx'
import { formatSize } from './size.ts'

export function ConditionText({ test }: { test: Test }) {
  const t = useWords('sentence')
  const language = useLanguage()
  const text = fixedText(t, language, test)
  if (text !== null) return <Rich text={text} />
  if (test.field === 'exact')
    return (
      <>
        <Rich text={t('exact', { what: exactFieldText(t, test), operator: test.operator })} /> <Values values={test.values} />
      </>
    )
  if (!hasOperands(test)) return null
  const field = test.field === 'header' ? t('field.header', { name: test.name }) : t(`field.${test.field}`)
  const values = 'values' in test ? test.values : 'list' in test ? [test.list] : []
  return (
    <>
      <b>{field}</b> {t(`operator.${test.operator}`)}{' '}
      <Values values={test.field === 'language' ? values.map(code => languageName(code, language)) : values} />
    </>
  )
}

/** A longer list of values is cut short. */
const maxShown = 8

function Values({ values }: { values: readonly string[] }) {
  const t = useWords('sentence')
  const hiddenCount = values.length - maxShown
  const visible = hiddenCount > 1 ? values.slice(0, maxShown) : values
  const isLast = (index: number) => hiddenCount <= 1 && index === visible.length - 1
  return (
    <>
      {visible.map((value, index) => (
        <Fragment key={value}>
          {index > 0 && (isLast(index) ? ` ${t('or')} ` : ', ')}
          <span className="chip" dir="auto">
            {value}
          </span>
        </Fragment>
      ))}
      {hiddenCount > 1 && ` ${t('or')} ${t('more', { n: hiddenCount })}`}
    </>
  )
}

type OperandTest = TextTest | ListTest | Exclude<PresenceTest, { field: 'attachment' }>
const hasOperands = (test: Test): test is OperandTest =>
  test.field !== 'attachment' && ('values' in test || 'list' in test || test.operator === 'exists' || test.operator === 'missing')

/** The text of a condition without values that the user typed; null for the others. */
function fixedText(t: Translate<'sentence'>, language: string, test: Test): string | null {
  switch (test.field) {
    case 'attachment':
      return t(test.operator === 'exists' ? 'attachment.exists' : 'attachment.missing')
    case 'size':
      return t(`size.${test.operator}`, { size: formatSize(test.bytes, language) })
    case 'attachment_size':
      return t(`attachmentSize.${test.operator}`, { size: formatSize(test.bytes, language) })
    case 'attachment_count':
      return t(`count.${test.operator}`, { n: test.count })
    case 'amount':
      return amountText(t, language, test)
    case 'date':
      return t(`date.${test.operator}`, { day: formatLongDay(test.day, language) })
    case 'weekday':
      return test.days.length === 7 ? t('weekday.all') : t('weekday', { days: formatWeekdays(test.days, language) })
    case 'hour':
      return t('hour', { from: test.from, to: test.to })
    case 'auth':
      return t('auth', { check: test.check, verdict: test.verdict })
    case 'sender_badge':
      return t('senderBadge', { is: test.operator, wanted: test.wanted })
    case 'calendar':
      return t('calendar', { is: test.operator, method: test.method })
    case 'automated':
    case 'newsletter':
    case 'reply':
    case 'first_time_sender':
      return t(test.field, { is: test.operator })
    default:
      return null
  }
}

function amountText(t: Translate<'sentence'>, language: string, test: AmountTest): string {
  const format = (amount: number) => formatAmount(amount, test.currency ?? null, language)
  return test.operator === 'between'
    ? t('amount.between', { from: format(test.from), to: format(test.to) })
    : t(`amount.${test.operator}`, { amount: format(test.amount) })
}

function exactFieldText(t: Translate<'sentence'>, { read, counted }: { read: ExactRead; counted?: true | undefined }): string {
  const field =
    'names' in read
      ? read.names.join(', ')
      : 'who' in read
        ? read.who.join(', ')
        : 'header' in read && read.header
          ? read.header
          : t('exact.body')
  return counted ? t('exact.count', { what: field }) : field
}

const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** "Monday" or "Mon"; 5 January 1970 was a Monday. */
export function weekdayName(day: Weekday, language: string, weekday: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(new Date((weekdays.indexOf(day) + 4) * 86_400_000))
}

const formatWeekdays = (days: readonly Weekday[], language: string) =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(
    weekdays.filter(day => days.includes(day)).map(day => weekdayName(day, language)),
  )

const formatLongDay = (day: string, language: string) =>
  day ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)) : '…'

/** "German" for `deu`; an unknown code is returned unchanged. */
export function languageName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
