// What may follow at the caret of a query that is being typed.

import { BadgeWanted } from '../../message/sender-check/badge.ts'
import type { WordKey } from '../../words/catalogs.ts'
import { Fact, Weekday } from '../tree.ts'
import { openCursor } from './cursor.ts'
import { badgeName } from './facts.ts'
import { fieldNamed, nameOfFact, nameOfField, offeredNames } from './names.ts'
import { isPlain, quote } from './quote.ts'
import { readAll } from './read.ts'

/** `word` says what `text` means, from the words of the query. */
export interface Completion {
  text: string
  word: WordKey<'query'>
}

/** Each text replaces what stands from `start` to `end`. */
export interface Completions {
  start: number
  end: number
  items: Completion[]
}

/** Names that are a person's own. */
export interface KnownNames {
  lists: string[]
  mailboxes: string[]
}

export function complete(text: string, caret: number, known: KnownNames = { lists: [], mailboxes: [] }): Completions {
  const end = Math.max(0, Math.min(caret, text.length))
  const cursor = openCursor(text.slice(0, end))
  readAll(cursor, null, false)
  const isInValue = cursor.last.end === end && end > 0
  const name = isInValue ? cursor.last.name : (cursor.open ?? null)
  const start = isInValue ? startOf(name, text, cursor.last.start, end) : end
  const typed = text.slice(start, end).toLowerCase()
  const hasBefore = text.slice(0, start).trim() !== ''
  const items = name === null ? namesAfter(hasBefore && !isInValue) : valuesOf(name, known)
  return { start, end, items: items.filter(item => item.text.toLowerCase().startsWith(typed) && item.text.toLowerCase() !== typed) }
}

/** Days stand side by side; only the last one is being typed. */
function startOf(name: string | null, text: string, start: number, end: number): number {
  return name === 'day' ? Math.max(start, text.lastIndexOf(',', end - 1) + 1) : start
}

const namesAfter = (mayJoin: boolean): Completion[] => [
  ...offeredNames.map(name => ({ text: `${name}:`, word: meaningOf(name) })),
  ...(mayJoin ? [{ text: 'OR ', word: 'means.or' as const }] : []),
]

function valuesOf(name: string, known: KnownNames): Completion[] {
  if (name === 'has') return [all('attachment', 'means.attachment'), ...places, all('header:', 'means.header')]
  if (name === 'is') return [...Fact.options.map(fact => all(nameOfFact[fact], `means.${fact}`)), ...calendars, ...badges]
  if (name === 'day') return Weekday.options.map(day => all(day, 'means.day'))
  if (name === 'larger' || name === 'smaller') return ['1M', '5M', '10M'].map(size => all(size, `means.${name}`))
  if (name === 'attachmentsize') return ['>1M', '<1M'].map(size => all(size, 'means.attachmentsize'))
  if (name === 'attachments') return ['>0', '>1', '1'].map(count => all(count, 'means.attachments'))
  if (name === 'hour') return ['22:00..06:00', '09:00..17:00'].map(span => all(span, 'means.hour'))
  if (name === 'auth' || name === 'spf' || name === 'dkim' || name === 'dmarc') return verdicts
  if (name !== 'header' && !fieldNamed(name)) return []
  const own = name === 'mailbox' ? known.mailboxes.map(address => all(address, 'means.mailbox')) : []
  return [...own, ...signs, ...known.lists.map(list => all(`in:${isPlain(list) ? list : quote(list)}`, 'means.in'))]
}

const all = (text: string, word: WordKey<'query'>): Completion => ({ text, word })
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
  ['after', 'means.after'],
  ['newer', 'means.after'],
  ['before', 'means.before'],
  ['older', 'means.before'],
  ['on', 'means.on'],
  ['day', 'means.day'],
  ['hour', 'means.hour'],
  ['rfc822msgid', 'means.rfc822msgid'],
])
/** The checks of the sender share one sentence. */
const meaningOf = (name: string): WordKey<'query'> => meanings.get(name) ?? 'means.auth'

const places = Object.values(nameOfField).map(name => all(name, meaningOf(name)))
const calendars = ['calendar', 'calendar-request', 'calendar-cancel', 'calendar-reply'].map(name => all(name, 'means.calendar'))
const badges = BadgeWanted.options.map(wanted => all(badgeName(wanted), 'means.badge'))
const verdicts = ['pass', 'fail', 'none'].map(verdict => all(verdict, 'means.auth'))
const signs: Completion[] = [
  all('=', 'means.sign_is'),
  all('^', 'means.sign_starts'),
  all('~', 'means.sign_wildcard'),
  all('/', 'means.sign_regexp'),
  all('in:', 'means.in'),
]
