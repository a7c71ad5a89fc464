// Runs one test on one message: whether it matches, and what it saw.
import { findAutomatedHeader, findNewsletterHeader, findReplyHeader } from '../message/facts.ts'
import { matchBadge } from '../message/sender-check/match-badge.ts'
import { findStatedAmounts, type StatedAmount } from '../message/stated-amounts.ts'
import type { MailView } from '../message/view.ts'
import type { Span } from '../text/spans.ts'
import { isInRange, toAmountRange } from './amount-range.ts'
import { observeExact } from './exact/observe.ts'
import { displayText, type FilterInput, fieldValues, headersNamed } from './fields.ts'
import { findText, type TextMatch } from './find.ts'
import { findListed } from './find-in-list.ts'
import { localMoment } from './moment.ts'
import type { AmountTest, AuthTest, BadgeTest, CountTest, Fact, FactTest, PresenceTest, SizeTest, Test, TimeTest } from './tree.ts'

/** `hits` are positions in `text`. */
export interface Observation {
  held: boolean
  text: string
  hits: Span[]
}

export function observe(test: Test, input: FilterInput): Observation {
  if (test.field === 'exact') return observeExact(test, input)
  if ('values' in test) return fromMatch(findText(test, input)) ?? toObservation(false, displayText(test, input))
  if ('list' in test) return fromMatch(findListed(test, input)) ?? toObservation(false, displayText(test, input))
  switch (test.operator) {
    case 'exists':
    case 'missing':
      return observePresence(test, input)
  }
  switch (test.field) {
    case 'size':
    case 'attachment_size':
      return observeSize(test, input.view)
    case 'attachment_count':
      return observeCount(test, input.view)
    case 'amount':
      return observeAmount(test, input.view)
    case 'date':
    case 'weekday':
    case 'hour':
      return observeTime(test, input)
    case 'auth':
      return observeAuth(test, input.view)
    default:
      return observeFact(test, input)
  }
}

const toObservation = (held: boolean, text: string): Observation => ({ held, text, hits: [] })
const fromMatch = (where: TextMatch | null): Observation | null => where && { held: true, ...where }

function observePresence(test: PresenceTest, input: FilterInput): Observation {
  const isFound = isPresent(test, input)
  const text = test.field === 'attachment' ? listFiles(input.view) : displayText(test, input)
  return toObservation(isFound === (test.operator === 'exists'), text)
}

function isPresent(test: PresenceTest, input: FilterInput): boolean {
  if (test.field === 'attachment') return input.view.attachments.length > 0
  // An empty header counts as present (RFC 5228 §5.5); an empty subject does not.
  if (test.field === 'header') return headersNamed(test.name, input.view).length > 0
  return fieldValues(test, input).some(value => value.trim() !== '')
}

const listFiles = (view: MailView): string => view.attachments.map(a => a.name).join(', ')

function observeSize(test: SizeTest, view: MailView): Observation {
  const fits = (bytes: number) => (test.operator === 'over' ? bytes > test.bytes : bytes < test.bytes)
  if (test.field === 'size') return toObservation(fits(view.sizeBytes), String(view.sizeBytes))
  const all = view.attachments.map(attachment => attachment.sizeBytes)
  const firstFit = all.find(fits)
  return toObservation(firstFit !== undefined, firstFit === undefined ? all.join(', ') : String(firstFit))
}

function observeCount(test: CountTest, view: MailView): Observation {
  const n = view.attachments.length
  const held = test.operator === 'is' ? n === test.count : test.operator === 'over' ? n > test.count : n < test.count
  return toObservation(held, String(n))
}

/** Shows the amount that fits, or all that the email states. */
function observeAmount(test: AmountTest, view: MailView): Observation {
  const range = toAmountRange(test)
  const all = findStatedAmounts(view)
  const fitting = all.find(amount => isInRange(amount, range))
  return toObservation(fitting !== undefined, (fitting ? [fitting] : all).map(formatAmount).join(', '))
}

const formatAmount = ({ amount, currency }: StatedAmount): string => `${amount} ${currency}`

function observeTime(test: TimeTest, { arrival }: FilterInput): Observation {
  const moment = localMoment(arrival)
  switch (test.field) {
    case 'date':
      return toObservation(isOnSide(test.operator, moment.day, test.day), moment.day)
    case 'weekday':
      return toObservation(test.days.includes(moment.weekday), moment.weekday)
    case 'hour':
      return toObservation(isBetween(moment.time, test.from, test.to), moment.time)
  }
}

// Days and times are written so that they compare correctly as strings.
function isOnSide(operator: 'before' | 'on' | 'on_or_after', day: string, wanted: string): boolean {
  if (operator === 'on') return day === wanted
  return operator === 'before' ? day < wanted : day >= wanted
}

/** Half open; two equal times mean the whole day. */
const isBetween = (time: string, from: string, to: string): boolean => (from < to ? time >= from && time < to : time >= from || time < to)

const unchecked = { spf: 'none', dkim: 'none', dmarc: 'none' } as const

function observeAuth(test: AuthTest, view: MailView): Observation {
  const { spf, dkim, dmarc } = view.auth ?? unchecked
  const results = { spf: [spf], dkim: [dkim], dmarc: [dmarc], any: [spf, dkim, dmarc] }[test.check]
  return toObservation(results.includes(test.verdict), `spf=${spf} dkim=${dkim} dmarc=${dmarc}`)
}

function observeFact(test: FactTest, input: FilterInput): Observation {
  if (test.field === 'sender_badge') return observeBadge(test, input.view)
  const shown = test.field === 'calendar' ? calendarEvidence(test.method, input.view) : factEvidence(test.field, input)
  return toObservation(
    (shown !== null) === (test.operator === 'is'),
    shown ?? (test.field === 'calendar' ? (input.view.calendar ?? '') : ''),
  )
}

/** Shows the evidence for the badge, or else what is known about the sender. */
function observeBadge({ wanted, operator }: BadgeTest, { sender }: MailView): Observation {
  const { holds, shown } = matchBadge(wanted, sender)
  return toObservation(holds === (operator === 'is'), shown)
}

const calendarEvidence = (method: string, view: MailView): string | null =>
  method === 'any' || method === view.calendar ? view.calendar : null

function factEvidence(field: Fact, { view, arrival }: FilterInput): string | null {
  switch (field) {
    case 'automated':
      return findAutomatedHeader(view)
    case 'newsletter':
      return findNewsletterHeader(view)
    case 'reply':
      return findReplyHeader(view)
    case 'first_time_sender':
      return arrival.isFirstTimeSender ? (view.from[0]?.address ?? '') : null
  }
}
