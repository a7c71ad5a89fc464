// `has:` and `is:`: what is there, and what is true of a mail.

import { BadgeWanted } from '../../message/sender-check/badge.ts'
import type { SearchedField } from '../fields.ts'
import { Fact, type FactTest, type PresenceTest } from '../tree.ts'
import { readWord } from './atom.ts'
import { isBoundary, note, type QueryCursor, take } from './cursor.ts'
import type { QueryLeaf } from './leaf.ts'
import { fieldNamed, nameOfFact, nameOfField } from './names.ts'
import { isPlain, quote } from './quote.ts'

const calendarMethods = ['any', 'request', 'cancel', 'reply'] as const
const headerSign = /header:/iy
const headerWord = /[^\s:(){}"“”„]+/y
const longestHeader = 100

/** What Gmail knows of a mail that somebody has dealt with; one that arrives was dealt with by nobody. */
const dealtWith = new Set(['unread', 'read', 'starred', 'snoozed', 'important', 'muted', 'sent', 'chat', 'inbox', 'draft', 'scheduled'])

export const leafOfIs: QueryLeaf = {
  name: 'is',
  read: cursor => {
    const word = readWord(cursor)
    if (!word) return null
    cursor.effort.values += 1
    const name = word.text.trim().toLowerCase()
    const fact = Fact.options.find(one => nameOfFact[one] === name)
    if (fact) return { field: fact, operator: 'is' }
    const method = calendarMethods.find(one => name === calendarName(one))
    if (method) return { field: 'calendar', operator: 'is', method }
    const wanted = BadgeWanted.options.find(one => name === badgeName(one))
    if (wanted) return { field: 'sender_badge', operator: 'is', wanted }
    return note(cursor, dealtWith.has(name) ? 'is_dealt_with' : 'is_unknown', word.start, word.end, { text: word.text.slice(0, 60) })
  },
}

export const leafOfHas: QueryLeaf = {
  name: 'has',
  read: cursor => {
    const start = cursor.at
    cursor.effort.values += 1
    if (take(cursor, headerSign)) {
      const name = readHeaderName(cursor, start)
      return name === null ? null : { field: 'header', name, operator: 'exists' }
    }
    const word = readWord(cursor)
    if (!word) return null
    if (word.text.toLowerCase() === 'attachment') return { field: 'attachment', operator: 'exists' }
    const place = fieldNamed(word.text.toLowerCase())
    return place ? { ...place, operator: 'exists' } : note(cursor, 'has_unknown', word.start, word.end, { text: word.text.slice(0, 60) })
  },
}

/** The name of a header, in quotes where it is a strange one; `start` is where what needs it begins. */
export function readHeaderName(cursor: QueryCursor, start: number): string | null {
  const from = cursor.at
  const word = take(cursor, headerWord)
  if (!word && (isBoundary(cursor.text[from]) === false || !'"“„'.includes(cursor.text[from] ?? ' ')))
    return note(cursor, 'header_missing', start, from)
  const name = word ? word[0] : readWord(cursor)?.text.trim()
  if (name === undefined) return null
  if (name === '') return note(cursor, 'header_missing', start, cursor.at)
  return name.length > longestHeader ? note(cursor, 'value_long', from, cursor.at, { longest: longestHeader }) : name
}

export const printHeaderName = (name: string): string => (isPlain(name) ? name : quote(name))

/** How a place is named before a colon. */
export const printSearchedField = (place: SearchedField): string =>
  place.field === 'header' ? `header:${printHeaderName(place.name)}` : nameOfField[place.field]

export function printPresence(test: PresenceTest): string {
  const name = test.field === 'attachment' ? test.field : printSearchedField(test)
  return `${test.operator === 'missing' ? '-' : ''}has:${name}`
}

export function printFact(test: FactTest): string {
  const name =
    test.field === 'calendar' ? calendarName(test.method) : test.field === 'sender_badge' ? badgeName(test.wanted) : nameOfFact[test.field]
  return `${test.operator === 'is_not' ? '-' : ''}is:${name}`
}

export const badgeName = (wanted: BadgeWanted): string => `sender-${wanted.replace('_', '-')}`

const calendarName = (method: (typeof calendarMethods)[number]): string => (method === 'any' ? 'calendar' : `calendar-${method}`)
