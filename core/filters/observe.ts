// One test on one message: whether it holds, and what it saw.
import { automatedBy, newsletterBy, replyBy } from '../message/facts.ts'
import { badgeBy } from '../message/sender-check/asked.ts'
import type { MailView } from '../message/view.ts'
import type { Span } from '../text/spans.ts'
import { observeExact } from './exact/observe.ts'
import { headersNamed, type Reading, shownText, valuesOf } from './fields.ts'
import { find, type TextMatch } from './find.ts'
import { findListed } from './listed.ts'
import { momentOf } from './moment.ts'
import type { AuthTest, BadgeTest, CountTest, Fact, FactTest, PresenceTest, SizeTest, Test, TimeTest } from './tree.ts'

/** `hits` are places in `text`. */
export interface Observation {
  held: boolean
  text: string
  hits: Span[]
}

export function observe(test: Test, reading: Reading): Observation {
  if (test.field === 'exact') return observeExact(test, reading)
  if ('values' in test) return found(find(test, reading)) ?? saw(false, shownText(test, reading))
  if ('list' in test) return found(findListed(test, reading)) ?? saw(false, shownText(test, reading))
  switch (test.operator) {
    case 'exists':
    case 'missing':
      return presence(test, reading)
  }
  switch (test.field) {
    case 'size':
    case 'attachment_size':
      return sizes(test, reading.view)
    case 'attachment_count':
      return count(test, reading.view)
    case 'date':
    case 'weekday':
    case 'hour':
      return time(test, reading)
    case 'auth':
      return auth(test, reading.view)
    default:
      return fact(test, reading)
  }
}

const saw = (held: boolean, text: string): Observation => ({ held, text, hits: [] })
const found = (where: TextMatch | null): Observation | null => where && { held: true, ...where }

function presence(test: PresenceTest, reading: Reading): Observation {
  const isThere = isPresent(test, reading)
  const text = test.field === 'attachment' ? filesOf(reading.view) : shownText(test, reading)
  return saw(isThere === (test.operator === 'exists'), text)
}

function isPresent(test: PresenceTest, reading: Reading): boolean {
  if (test.field === 'attachment') return reading.view.attachments.length > 0
  // An empty header is there (RFC 5228 §5.5); an empty subject is none.
  if (test.field === 'header') return headersNamed(test.name, reading.view).length > 0
  return valuesOf(test, reading).some(value => value.trim() !== '')
}

const filesOf = (view: MailView): string => view.attachments.map(a => a.name).join(', ')

function sizes(test: SizeTest, view: MailView): Observation {
  const fits = (bytes: number) => (test.operator === 'over' ? bytes > test.bytes : bytes < test.bytes)
  if (test.field === 'size') return saw(fits(view.sizeBytes), String(view.sizeBytes))
  const all = view.attachments.map(attachment => attachment.sizeBytes)
  const fitting = all.find(fits)
  return saw(fitting !== undefined, fitting === undefined ? all.join(', ') : String(fitting))
}

function count(test: CountTest, view: MailView): Observation {
  const n = view.attachments.length
  const held = test.operator === 'is' ? n === test.count : test.operator === 'over' ? n > test.count : n < test.count
  return saw(held, String(n))
}

function time(test: TimeTest, { arrival }: Reading): Observation {
  const moment = momentOf(arrival)
  switch (test.field) {
    case 'date':
      return saw(isOnSide(test.operator, moment.day, test.day), moment.day)
    case 'weekday':
      return saw(test.days.includes(moment.weekday), moment.weekday)
    case 'hour':
      return saw(isBetween(moment.time, test.from, test.to), moment.time)
  }
}

// Days and times of day are written so that they compare as texts.
function isOnSide(operator: 'before' | 'on' | 'on_or_after', day: string, wanted: string): boolean {
  if (operator === 'on') return day === wanted
  return operator === 'before' ? day < wanted : day >= wanted
}

/** Half open; the same time twice is the whole day. */
const isBetween = (time: string, from: string, to: string): boolean => (from < to ? time >= from && time < to : time >= from || time < to)

const unchecked = { spf: 'none', dkim: 'none', dmarc: 'none' } as const

function auth(test: AuthTest, view: MailView): Observation {
  const { spf, dkim, dmarc } = view.auth ?? unchecked
  const verdicts = { spf: [spf], dkim: [dkim], dmarc: [dmarc], any: [spf, dkim, dmarc] }[test.check]
  return saw(verdicts.includes(test.verdict), `spf=${spf} dkim=${dkim} dmarc=${dmarc}`)
}

function fact(test: FactTest, reading: Reading): Observation {
  if (test.field === 'sender_badge') return badge(test, reading.view)
  const shown = test.field === 'calendar' ? calendarBy(test.method, reading.view) : evidenceOf(test.field, reading)
  return saw((shown !== null) === (test.operator === 'is'), shown ?? (test.field === 'calendar' ? (reading.view.calendar ?? '') : ''))
}

/** Seen is what answers the question, or else what is said of the sender. */
function badge({ wanted, operator }: BadgeTest, { sender }: MailView): Observation {
  const { holds, shown } = badgeBy(wanted, sender)
  return saw(holds === (operator === 'is'), shown)
}

const calendarBy = (method: string, view: MailView): string | null => (method === 'any' || method === view.calendar ? view.calendar : null)

function evidenceOf(field: Fact, { view, arrival }: Reading): string | null {
  switch (field) {
    case 'automated':
      return automatedBy(view)
    case 'newsletter':
      return newsletterBy(view)
    case 'reply':
      return replyBy(view)
    case 'first_time_sender':
      return arrival.isFirstTimeSender ? (view.from[0]?.address ?? '') : null
  }
}
