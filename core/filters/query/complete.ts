// Suggests completions at the caret of a typed query.

import { BadgeWanted } from '../../message/sender-check/badge.ts'
import type { WordKey } from '../../words/catalogs.ts'
import { Fact, Weekday } from '../tree.ts'
import { newQueryCursor } from './cursor.ts'
import { toBadgeName } from './facts.ts'
import { findSearchedField, offeredNames, queryFactNames, queryFieldNames } from './names.ts'
import { isPlain, quoteQueryText } from './quote.ts'
import { readTerms } from './read.ts'

/** `word` is the catalog key that explains `text`. */
export interface Completion {
  text: string
  word: WordKey<'query'>
}

/** Each text replaces the range from `start` to `end`. */
export interface Completions {
  start: number
  end: number
  items: Completion[]
}

/** Names the user has chosen. */
export interface KnownNames {
  lists: string[]
  mailboxes: string[]
}

export function complete(text: string, caret: number, names: KnownNames = { lists: [], mailboxes: [] }): Completions {
  const end = Math.max(0, Math.min(caret, text.length))
  const cursor = newQueryCursor(text.slice(0, end))
  readTerms(cursor, null, false)
  const isInValue = cursor.last.end === end && end > 0
  const name = isInValue ? cursor.last.name : (cursor.open ?? null)
  const start = isInValue ? findStart(name, text, cursor.last.start, end) : end
  const typed = text.slice(start, end).toLowerCase()
  const hasBefore = text.slice(0, start).trim() !== ''
  const items = name === null ? listNames(hasBefore && !isInValue) : listValues(name, names)
  return { start, end, items: items.filter(item => item.text.toLowerCase().startsWith(typed) && item.text.toLowerCase() !== typed) }
}

/** Of several days only the last one is being typed. */
function findStart(name: string | null, text: string, start: number, end: number): number {
  return name === 'day' ? Math.max(start, text.lastIndexOf(',', end - 1) + 1) : start
}

const listNames = (mayJoin: boolean): Completion[] => [
  ...offeredNames.map(name => ({ text: `${name}:`, word: findMeaning(name) })),
  ...(mayJoin ? [{ text: 'OR ', word: 'means.or' as const }] : []),
]

function listValues(name: string, names: KnownNames): Completion[] {
  if (name === 'has') return [toCompletion('attachment', 'means.attachment'), ...presenceFields, toCompletion('header:', 'means.header')]
  if (name === 'is') return [...Fact.options.map(fact => toCompletion(queryFactNames[fact], `means.${fact}`)), ...calendars, ...badges]
  if (name === 'day') return Weekday.options.map(day => toCompletion(day, 'means.day'))
  if (name === 'larger' || name === 'smaller') return ['1M', '5M', '10M'].map(size => toCompletion(size, `means.${name}`))
  if (name === 'attachmentsize') return ['>1M', '<1M'].map(size => toCompletion(size, 'means.attachmentsize'))
  if (name === 'attachments') return ['>0', '>1', '1'].map(count => toCompletion(count, 'means.attachments'))
  if (name === 'amount') return ['>500', '<20', '100..250', '>=500EUR'].map(amount => toCompletion(amount, 'means.amount'))
  if (name === 'hour') return ['22:00..06:00', '09:00..17:00'].map(span => toCompletion(span, 'means.hour'))
  if (name === 'auth' || name === 'spf' || name === 'dkim' || name === 'dmarc') return checkResults
  if (name !== 'header' && !findSearchedField(name)) return []
  const own = name === 'mailbox' ? names.mailboxes.map(address => toCompletion(address, 'means.mailbox')) : []
  return [
    ...own,
    ...signCompletions,
    ...names.lists.map(list => toCompletion(`in:${isPlain(list) ? list : quoteQueryText(list)}`, 'means.in')),
  ]
}

const toCompletion = (text: string, word: WordKey<'query'>): Completion => ({ text, word })
const meanings = new Map<string, WordKey<'query'>>([
  ['from', 'means.from'],
  ['to', 'means.to'],
  ['cc', 'means.cc'],
  ['recipient', 'means.recipient'],
  ['replyto', 'means.replyto'],
  ['domain', 'means.domain'],
  ['subject', 'means.subject'],
  ['any', 'means.any'],
  ['body', 'means.body'],
  ['wholebody', 'means.wholebody'],
  ['filename', 'means.filename'],
  ['filetype', 'means.filetype'],
  ['list', 'means.list'],
  ['mailbox', 'means.mailbox'],
  ['language', 'means.language'],
  ['header', 'means.header'],
  ['has', 'means.has'],
  ['is', 'means.is'],
  ['larger', 'means.larger'],
  ['smaller', 'means.smaller'],
  ['attachmentsize', 'means.attachmentsize'],
  ['attachments', 'means.attachments'],
  ['amount', 'means.amount'],
  ['after', 'means.after'],
  ['newer', 'means.after'],
  ['before', 'means.before'],
  ['older', 'means.before'],
  ['on', 'means.on'],
  ['day', 'means.day'],
  ['hour', 'means.hour'],
  ['rfc822msgid', 'means.rfc822msgid'],
])
/** The authentication checks share one explanation. */
const findMeaning = (name: string): WordKey<'query'> => meanings.get(name) ?? 'means.auth'

const presenceFields = Object.values(queryFieldNames).map(name => toCompletion(name, findMeaning(name)))
const calendars = ['calendar', 'calendar-request', 'calendar-cancel', 'calendar-reply'].map(name => toCompletion(name, 'means.calendar'))
const badges = BadgeWanted.options.map(wanted => toCompletion(toBadgeName(wanted), 'means.badge'))
const checkResults = ['pass', 'fail', 'none'].map(result => toCompletion(result, 'means.auth'))
const signCompletions: Completion[] = [
  toCompletion('=', 'means.sign_is'),
  toCompletion('^', 'means.sign_starts'),
  toCompletion('~', 'means.sign_wildcard'),
  toCompletion('/', 'means.sign_regexp'),
  toCompletion('in:', 'means.in'),
]
