// Reads and prints `has:` and `is:`, the tests for presence and for facts about an email.

import { BadgeWanted } from '../../message/sender-check/badge.ts'
import type { SearchedField } from '../fields.ts'
import { Fact, type FactTest, type PresenceTest } from '../tree.ts'
import { readWord } from './atom.ts'
import { isBoundary, noteProblem, type QueryCursor, takeToken } from './cursor.ts'
import type { QueryLeaf } from './leaf.ts'
import { findSearchedField, queryFactNames, queryFieldNames } from './names.ts'
import { isPlain, quoteQueryText } from './quote.ts'

const calendarMethods = ['any', 'request', 'cancel', 'reply'] as const
const headerSign = /header:/iy
const headerWord = /[^\s:(){}"“”„]+/y
const maxHeaderCharacters = 100

/** Gmail states that an arriving email cannot have, as nobody has handled it yet. */
const handledStates = new Set(['unread', 'read', 'starred', 'snoozed', 'important', 'muted', 'sent', 'chat', 'inbox', 'draft', 'scheduled'])

export const isLeaf: QueryLeaf = {
  name: 'is',
  read: cursor => {
    const word = readWord(cursor)
    if (!word) return null
    cursor.effort.values += 1
    const name = word.text.trim().toLowerCase()
    const fact = Fact.options.find(one => queryFactNames[one] === name)
    if (fact) return { field: fact, operator: 'is' }
    const method = calendarMethods.find(one => name === toCalendarName(one))
    if (method) return { field: 'calendar', operator: 'is', method }
    const wanted = BadgeWanted.options.find(one => name === toBadgeName(one))
    if (wanted) return { field: 'sender_badge', operator: 'is', wanted }
    return noteProblem(cursor, handledStates.has(name) ? 'is_dealt_with' : 'is_unknown', word.start, word.end, {
      text: word.text.slice(0, 60),
    })
  },
}

export const hasLeaf: QueryLeaf = {
  name: 'has',
  read: cursor => {
    const start = cursor.at
    cursor.effort.values += 1
    if (takeToken(cursor, headerSign)) {
      const name = readHeaderName(cursor, start)
      return name === null ? null : { field: 'header', name, operator: 'exists' }
    }
    const word = readWord(cursor)
    if (!word) return null
    if (word.text.toLowerCase() === 'attachment') return { field: 'attachment', operator: 'exists' }
    const searched = findSearchedField(word.text.toLowerCase())
    return searched
      ? { ...searched, operator: 'exists' }
      : noteProblem(cursor, 'has_unknown', word.start, word.end, { text: word.text.slice(0, 60) })
  },
}

/** A header name, quoted if unusual; `start` is where problems begin. */
export function readHeaderName(cursor: QueryCursor, start: number): string | null {
  const from = cursor.at
  const word = takeToken(cursor, headerWord)
  if (!word && (isBoundary(cursor.text[from]) === false || !'"“„'.includes(cursor.text[from] ?? ' ')))
    return noteProblem(cursor, 'header_missing', start, from)
  const name = word ? word[0] : readWord(cursor)?.text.trim()
  if (name === undefined) return null
  if (name === '') return noteProblem(cursor, 'header_missing', start, cursor.at)
  return name.length > maxHeaderCharacters ? noteProblem(cursor, 'value_long', from, cursor.at, { longest: maxHeaderCharacters }) : name
}

export const printHeaderName = (name: string): string => (isPlain(name) ? name : quoteQueryText(name))

/** The name of a searched field, as written before the colon. */
export const printSearchedField = (searched: SearchedField): string =>
  searched.field === 'header' ? `header:${printHeaderName(searched.name)}` : queryFieldNames[searched.field]

export function printPresence(test: PresenceTest): string {
  const name = test.field === 'attachment' ? test.field : printSearchedField(test)
  return `${test.operator === 'missing' ? '-' : ''}has:${name}`
}

export function printFact(test: FactTest): string {
  const name =
    test.field === 'calendar'
      ? toCalendarName(test.method)
      : test.field === 'sender_badge'
        ? toBadgeName(test.wanted)
        : queryFactNames[test.field]
  return `${test.operator === 'is_not' ? '-' : ''}is:${name}`
}

export const toBadgeName = (wanted: BadgeWanted): string => `sender-${wanted.replace('_', '-')}`

const toCalendarName = (method: (typeof calendarMethods)[number]): string => (method === 'any' ? 'calendar' : `calendar-${method}`)
