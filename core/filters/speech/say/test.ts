// Says one test in words: `has “boat” in its subject`.
import { formatAmount } from '../../../text/money.ts'
import type { AmountTest, ListTest, PresenceTest, Test, TextTest, TimeTest } from '../../tree.ts'
import { formatBytes, joinPhrases, quoteWords, type Say } from './list.ts'

export function sayTest(say: Say, test: Test): string {
  if (test.field === 'exact') return say.t('exact')
  if ('values' in test) return sayWords(say, test)
  if ('list' in test) return say.t('operator.in_list', { field: sayField(say, test), words: say.t('quoted', { word: test.list }) })
  switch (test.field) {
    case 'size':
    case 'attachment_size':
      return say.t(`${test.field}.${test.operator}`, { size: formatBytes(test.bytes, say.language) })
    case 'attachment_count':
      return say.t(`attachment_count.${test.operator}`, { n: test.count })
    case 'amount':
      return sayAmount(say, test)
    case 'date':
    case 'weekday':
    case 'hour':
      return sayTime(say, test)
    case 'auth':
      return say.t('auth', { verdict: test.verdict, check: test.check })
    case 'sender_badge':
      return say.t(`sender_badge.${test.operator}`, { wanted: test.wanted })
    case 'calendar':
      return say.t(`calendar.${test.operator}`, { method: test.method })
    case 'automated':
    case 'newsletter':
    case 'reply':
    case 'first_time_sender':
      return say.t(`${test.field}.${test.operator}`)
    default:
      return sayPresence(say, test)
  }
}

function sayAmount({ t, language }: Say, test: AmountTest): string {
  const format = (amount: number) => formatAmount(amount, test.currency ?? null, language)
  return test.operator === 'between'
    ? t('amount.between', { from: format(test.from), to: format(test.to) })
    : t(`amount.${test.operator}`, { amount: format(test.amount) })
}

/** Some tests have their own phrase; the others name the field. */
function sayWords(say: Say, test: TextTest): string {
  const words = quoteWords(say, test.values)
  const ownPhrase = ownPhrases.find(each => each === `${test.field}.${test.operator}`)
  return ownPhrase ? say.t(ownPhrase, { words }) : say.t(`operator.${test.operator}`, { field: sayField(say, test), words })
}

const ownPhrases = [
  'from.contains',
  'from.is',
  'from.wildcard',
  'to.is',
  'recipient.is',
  'cc.is',
  'sender_domain.is',
  'subject.contains',
  'any.contains',
  'body.contains',
  'attachment_name.contains',
  'attachment_type.is',
  'list.contains',
  'list.is',
  'mailbox.is',
  'language.is',
] as const

function sayPresence(say: Say, test: PresenceTest): string {
  if (test.field === 'attachment' || test.field === 'list') return say.t(`${test.field}.${test.operator}`)
  return say.t(`operator.${test.operator}`, { field: sayField(say, test) })
}

const sayField = ({ t }: Say, test: TextTest | ListTest | Exclude<PresenceTest, { field: 'attachment' }>): string =>
  test.field === 'header' ? t('field.header', { name: test.name }) : t(`field.${test.field}`)

function sayTime(say: Say, test: TimeTest): string {
  if (test.field === 'date') return say.t(`date.${test.operator}`, { day: formatDay(test.day, say.language) })
  if (test.field === 'hour') return say.t('hour.between', { from: test.from, to: test.to })
  const days = test.days.join()
  if (days === 'mon,tue,wed,thu,fri') return say.t('weekday.working')
  if (days === 'sat,sun') return say.t('weekday.weekend')
  const words = joinPhrases(
    say,
    'or',
    test.days.map(day => say.t(`day.${day}`)),
  )
  return say.t('weekday.in', { words })
}

/** A day has no time zone, so it is formatted as noon UTC. */
const formatDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))
