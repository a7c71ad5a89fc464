// Reads the filters of the data wire: `role=eq.admin`, `role=not.in.(a,"b,c")`, `or=(role.eq.a,role.eq.b)`.
import { cursorOn, expect, expectEnd, isAtEnd, type TextCursor, take, takeList, takeMatch, unread } from './cursor.ts'
import { type Field, takeField, takeQuoted } from './field.ts'
import { notServed } from './refusal.ts'
import type { RestTable } from './tables.ts'

/** As SQL writes them. */
export const operators = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  cs: '@>',
  cd: '<@',
  isdistinct: 'is distinct from',
} as const
export type ComparisonOperator = keyof typeof operators
export type Trilean = 'null' | 'true' | 'false' | 'unknown'

export type RowCondition =
  | { kind: 'compare'; field: Field; operator: ComparisonOperator; value: string; quantifier: 'any' | 'all' | null; isNegated: boolean }
  | { kind: 'in'; field: Field; values: string[]; isNegated: boolean }
  | { kind: 'is'; field: Field; value: Trilean; isNegated: boolean }
  | { kind: 'and' | 'or'; conditions: RowCondition[]; isNegated: boolean }

/** `name` is the field, `text` what stands behind its `=`. */
export function readFilter(table: RestTable, name: string, text: string): RowCondition {
  const cursor = cursorOn('filter', text)
  const field = readFieldName(table, name)
  const condition = takeComparison(cursor, field, one => takeMatch(one, /[\s\S]*/) ?? '')
  expectEnd(cursor)
  return condition
}

function readFieldName(table: RestTable, name: string): Field {
  const cursor = cursorOn('tree path', name)
  const field = takeField(cursor, table)
  expectEnd(cursor)
  return field
}

/** `name` is and, or, not.and, not.or; `text` the parenthesis behind it. */
export function readLogic(table: RestTable, name: string, text: string): RowCondition {
  const cursor = cursorOn('logic tree', `${name}${text}`)
  const condition = takeLogic(cursor, table, 0)
  expectEnd(cursor)
  return condition
}

const deepest = 20

function takeLogic(cursor: TextCursor, table: RestTable, depth: number): RowCondition {
  if (depth > deepest) throw unread(cursor, `nested deeper than ${deepest}`)
  const start = cursor.at
  const isNegated = take(cursor, 'not.')
  const kind = take(cursor, 'and(') ? 'and' : take(cursor, 'or(') ? 'or' : null
  if (kind) {
    const conditions = takeList(cursor, one => takeLogic(one, table, depth + 1))
    expect(cursor, ')')
    return { kind, conditions, isNegated }
  }
  cursor.at = start
  const field = takeField(cursor, table)
  expect(cursor, '.')
  return takeComparison(cursor, field, takeNested)
}

/** Inside of a list a value ends at a comma or parenthesis, or is quoted. */
const takeNested = (cursor: TextCursor): string =>
  cursor.text.startsWith('"', cursor.at) ? takeQuoted(cursor) : (takeMatch(cursor, /\{[^{}]*\}|[^,)]*/) ?? '')

function takeComparison(cursor: TextCursor, field: Field, takeValue: (cursor: TextCursor) => string): RowCondition {
  const isNegated = take(cursor, 'not.')
  const word = takeMatch(cursor, /[^.]*/) ?? ''
  if (!take(cursor, '.')) throw unread(cursor, 'expecting operator (eq, gt, ...)')
  if (word === 'is') return { kind: 'is', field, value: takeTrilean(cursor), isNegated }
  if (word === 'in') return { kind: 'in', field, values: takeValues(cursor), isNegated }
  const [, name = word, quantifier = null] = quantified.exec(word) ?? []
  if (isOperator(name))
    return {
      kind: 'compare',
      field,
      operator: name,
      value: patternOf(name, takeValue(cursor)),
      quantifier: asQuantifier(quantifier),
      isNegated,
    }
  if (left.test(word)) throw notServed(`The operator ${word}`)
  throw unread(cursor, `unknown single value operator ${word}`)
}

const isOperator = (word: string): word is ComparisonOperator => Object.hasOwn(operators, word)

// Of PostgREST's operators these are left out: patterns of users never run in PostgreSQL's own engine, and no column is a range or a text to search.
const left = /^(?:(?:match|imatch)(?:\((?:any|all)\))?|ov|sl|sr|nxr|nxl|adj|(?:fts|plfts|phfts|wfts)(?:\(\w+\))?)$/

/** These compare with one or all of a list: `like(any).{a*,b*}`. */
const quantified = /^(eq|gt|gte|lt|lte|like|ilike)\((any|all)\)$/
const asQuantifier = (word: string | null): 'any' | 'all' | null => (word === 'any' || word === 'all' ? word : null)

/** A * stands for % because % has to be written %25 in a URL. */
const patternOf = (operator: ComparisonOperator, value: string): string =>
  operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value

function takeTrilean(cursor: TextCursor): Trilean {
  const word = takeMatch(cursor, /[A-Za-z_]*/)?.toLowerCase()
  if (word === 'null' || word === 'true' || word === 'false' || word === 'unknown') return word
  throw unread(cursor, 'expecting null or trilean value (unknown, true, false)')
}

function takeValues(cursor: TextCursor): string[] {
  expect(cursor, '(')
  if (take(cursor, ')')) return []
  const values = takeList(cursor, one => (one.text.startsWith('"', one.at) ? takeQuoted(one) : (takeMatch(one, /[^,)]*/) ?? '')))
  if (isAtEnd(cursor)) throw unread(cursor, 'expecting ")"')
  expect(cursor, ')')
  return values
}
