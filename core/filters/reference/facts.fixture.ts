// Evaluates times, checks and facts in the reference implementation.
import { findStatedAmounts, type StatedAmount } from '../../message/stated-amounts.ts'
import { looksTransactional } from '../../message/transaction.ts'
import type { AmountTest, AuthTest, FactTest, TimeTest } from '../tree.ts'
import { headerValues, type Mail } from './fields.fixture.ts'

export function isTrueOf(test: TimeTest | AuthTest | FactTest | AmountTest, mail: Mail): boolean {
  switch (test.field) {
    case 'date':
    case 'weekday':
    case 'hour':
      return isTime(test, mail)
    case 'amount':
      return findStatedAmounts(mail.view).some(stated => isAccepted(test, stated))
    case 'auth': {
      const auth = mail.view.auth ?? { spf: 'none', dkim: 'none', dmarc: 'none' }
      const checks = test.check === 'any' ? (['spf', 'dkim', 'dmarc'] as const) : [test.check]
      return checks.some(check => auth[check] === test.verdict)
    }
    case 'calendar': {
      const { calendar } = mail.view
      return (test.method === 'any' ? calendar !== null : calendar === test.method) === (test.operator === 'is')
    }
    case 'sender_badge': {
      const { badge, reasons } = mail.view.sender ?? { badge: 'none', reasons: [] }
      const badges = [badge, ...(badge === 'warning' ? reasons.map(({ kind }) => topic(kind)) : [])]
      return badges.some(one => one === test.wanted) === (test.operator === 'is')
    }
    default:
      return isFact(test.field, mail) === (test.operator === 'is')
  }
}

/** In thousandths, so that the comparison is one of whole numbers. */
function isAccepted(test: AmountTest, { amount, currencies }: StatedAmount): boolean {
  if (test.currency !== undefined && !currencies.some(each => each === test.currency)) return false
  const thousandths = (value: number) => BigInt(Math.round(value * 1000))
  const stated = thousandths(amount)
  if (test.operator === 'between') return !(stated < thousandths(test.from) || stated > thousandths(test.to))
  const difference = stated - thousandths(test.amount)
  const sign = difference > 0n ? 1 : difference < 0n ? -1 : 0
  return { over: [1], at_least: [0, 1], under: [-1], at_most: [-1, 0] }[test.operator].includes(sign)
}

const topic = (kind: string): string =>
  kind.startsWith('reply_')
    ? 'reply_to'
    : kind.startsWith('name_')
      ? 'name'
      : kind === 'checks_failed'
        ? 'checks'
        : kind === 'first_time'
          ? ''
          : 'lookalike'

function isTime(test: TimeTest, { arrival }: Mail): boolean {
  const [day = '', time = ''] = localTime(arrival.arrivedAt, arrival.timeZone).split(' ')
  if (test.field === 'weekday') {
    const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
    return test.days.some(name => name === names[new Date(`${day}T00:00:00Z`).getUTCDay()])
  }
  if (test.field === 'date') {
    const difference = Date.parse(day) - Date.parse(test.day)
    return test.operator === 'on' ? difference === 0 : test.operator === 'before' ? difference < 0 : difference >= 0
  }
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
  const length = (minutes(test.to) - minutes(test.from) + 1440) % 1440 || 1440
  return (minutes(time) - minutes(test.from) + 1440) % 1440 < length
}

/** The Swedish locale formats times like ISO 8601. */
function localTime(at: string, timeZone: string): string {
  try {
    return new Date(at).toLocaleString('sv-SE', { timeZone })
  } catch {
    return new Date(at).toLocaleString('sv-SE', { timeZone: 'UTC' })
  }
}

function isFact(field: 'automated' | 'newsletter' | 'reply' | 'first_time_sender', { view, arrival }: Mail): boolean {
  const has = (name: string, pattern = /^/) => headerValues(name, view).some(value => pattern.test(value.trim()))
  const answers = has('in-reply-to', /\S/) || has('references', /\S/)
  const isPost = has('precedence', /^list\b/i)
  if (field === 'first_time_sender') return arrival.isFirstTimeSender === true
  if (field === 'reply') return answers
  if (field === 'newsletter')
    return (
      !isPost && !answers && (has('list-unsubscribe') || (has('list-id') && has('precedence', /^bulk\b/i))) && !looksTransactional(view)
    )
  const [submitted] = headerValues('auto-submitted', view)
  if (submitted !== undefined && !/^no\b/i.test(submitted.trim())) return true
  if (has('precedence', /^(bulk|junk|auto_reply)\b/i)) return true
  return !isPost && (has('list-unsubscribe') || view.from.some(({ address }) => /^no-?reply@/.test(address)))
}
