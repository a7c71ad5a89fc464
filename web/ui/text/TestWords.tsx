// A condition in words: "Subject contains invoice or receipt".
import { Fragment } from 'react'
import type { ExactRead } from '../../../core/filters/exact/test.ts'
import type { ListTest, PresenceTest, Test, TextTest, Weekday } from '../../../core/filters/tree.ts'
import type { Translate } from '../../../core/words/words.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { Rich } from './Rich.tsx'
import { sizeText } from './size.ts'

export function TestWords({ test }: { test: Test }) {
  const t = useWords('sentence')
  const language = useLanguage()
  const plain = plainWords(t, language, test)
  if (plain !== null) return <Rich text={plain} />
  if (test.field === 'exact')
    return (
      <>
        <Rich text={t('exact', { what: exactWhat(t, test), operator: test.operator })} /> <Values values={test.values} />
      </>
    )
  if (!isWorded(test)) return null
  const field = test.field === 'header' ? t('field.header', { name: test.name }) : t(`field.${test.field}`)
  const values = 'values' in test ? test.values : 'list' in test ? [test.list] : []
  return (
    <>
      <b>{field}</b> {t(`operator.${test.operator}`)}{' '}
      <Values values={test.field === 'language' ? values.map(of => languageName(of, language)) : values} />
    </>
  )
}

/** A list of words that goes on is cut short. */
const mostShown = 8

function Values({ values }: { values: readonly string[] }) {
  const t = useWords('sentence')
  const left = values.length - mostShown
  const shown = left > 1 ? values.slice(0, mostShown) : values
  const isLast = (at: number) => left <= 1 && at === shown.length - 1
  return (
    <>
      {shown.map((value, at) => (
        <Fragment key={value}>
          {at > 0 && (isLast(at) ? ` ${t('or')} ` : ', ')}
          <span className="chip" dir="auto">
            {value}
          </span>
        </Fragment>
      ))}
      {left > 1 && ` ${t('or')} ${t('more', { n: left })}`}
    </>
  )
}

type Worded = TextTest | ListTest | Exclude<PresenceTest, { field: 'attachment' }>
const isWorded = (test: Test): test is Worded =>
  test.field !== 'attachment' && ('values' in test || 'list' in test || test.operator === 'exists' || test.operator === 'missing')

/** Tests without words of the person; null for the others. */
function plainWords(t: Translate<'sentence'>, language: string, test: Test): string | null {
  switch (test.field) {
    case 'attachment':
      return t(test.operator === 'exists' ? 'attachment.exists' : 'attachment.missing')
    case 'size':
      return t(`size.${test.operator}`, { size: sizeText(test.bytes, language) })
    case 'attachment_size':
      return t(`attachmentSize.${test.operator}`, { size: sizeText(test.bytes, language) })
    case 'attachment_count':
      return t(`count.${test.operator}`, { n: test.count })
    case 'date':
      return t(`date.${test.operator}`, { day: dayText(test.day, language) })
    case 'weekday':
      return test.days.length === 7 ? t('weekday.all') : t('weekday', { days: daysText(test.days, language) })
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

function exactWhat(t: Translate<'sentence'>, { read, counted }: { read: ExactRead; counted?: true | undefined }): string {
  const what =
    'names' in read
      ? read.names.join(', ')
      : 'who' in read
        ? read.who.join(', ')
        : 'header' in read && read.header
          ? read.header
          : t('exact.body')
  return counted ? t('exact.count', { what }) : what
}

const week: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** "Monday", or "Mon": 5 January 1970 was one. */
export function weekdayName(day: Weekday, language: string, weekday: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(new Date((week.indexOf(day) + 4) * 86_400_000))
}

const daysText = (days: readonly Weekday[], language: string) =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(
    week.filter(day => days.includes(day)).map(day => weekdayName(day, language)),
  )

const dayText = (day: string, language: string) =>
  day ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)) : '…'

/** "German" of `deu`; a code that nobody knows stays as it is. */
export function languageName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
