// Parses the filters of the data API: `role=eq.admin`, `role=not.in.(a,"b,c")`, `or=(role.eq.a,role.eq.b)`.
import { expect, expectEnd, isAtEnd, openCursor, parseError, type TextCursor, take, takeList, takeMatch } from './cursor.ts'
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

/** `name` is the field, `text` the part after its `=`. */
export function readFilter(table: RestTable, name: string, text: string): RowCondition {
  const cursor = openCursor('filter', text)
  const field = readFieldName(table, name)
  const condition = takeComparison(cursor, field, one => takeMatch(one, /[\s\S]*/) ?? '')
  expectEnd(cursor)
  return condition
}

function readFieldName(table: RestTable, name: string): Field {
  const cursor = openCursor('tree path', name)
  const field = takeField(cursor, table)
  expectEnd(cursor)
  return field
}

/** `name` is and, or, not.and or not.or; `text` the parenthesized part after it. */
export function readLogic(table: RestTable, name: string, text: string): RowCondition {
  const cursor = openCursor('logic tree', `${name}${text}`)
  const condition = takeLogic(cursor, table, 0)
  expectEnd(cursor)
  return condition
}

const maxDepth = 20

function takeLogic(cursor: TextCursor, table: RestTable, depth: number): RowCondition {
  if (depth > maxDepth) throw parseError(cursor, `nested deeper than ${maxDepth}`)
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

/** Inside a list, a value ends at a comma or parenthesis, or is quoted. */
const takeNested = (cursor: TextCursor): string =>
  cursor.text.startsWith('"', cursor.at) ? takeQuoted(cursor) : (takeMatch(cursor, /\{[^{}]*\}|[^,)]*/) ?? '')

function takeComparison(cursor: TextCursor, field: Field, takeValue: (cursor: TextCursor) => string): RowCondition {
  const isNegated = take(cursor, 'not.')
  const word = takeMatch(cursor, /[^.]*/) ?? ''
  if (!take(cursor, '.')) throw parseError(cursor, 'expecting operator (eq, gt, ...)')
  if (word === 'is') return { kind: 'is', field, value: takeTrilean(cursor), isNegated }
  if (word === 'in') return { kind: 'in', field, values: takeValues(cursor), isNegated }
  const [, name = word, quantifier = null] = quantified.exec(word) ?? []
  if (isOperator(name))
    return {
      kind: 'compare',
      field,
      operator: name,
      value: toPattern(name, takeValue(cursor)),
      quantifier: parseQuantifier(quantifier),
      isNegated,
    }
  if (unsupported.test(word)) throw notServed(`The operator ${word}`)
  throw parseError(cursor, `unknown single value operator ${word}`)
}

const isOperator = (word: string): word is ComparisonOperator => Object.hasOwn(operators, word)

// Unsupported PostgREST operators: users' regular expressions never run in PostgreSQL, and no column is a range or a searchable text.
const unsupported = /^(?:(?:match|imatch)(?:\((?:any|all)\))?|ov|sl|sr|nxr|nxl|adj|(?:fts|plfts|phfts|wfts)(?:\(\w+\))?)$/

/** Operators that compare with any or all of a list: `like(any).{a*,b*}`. */
const quantified = /^(eq|gt|gte|lt|lte|like|ilike)\((any|all)\)$/
const parseQuantifier = (word: string | null): 'any' | 'all' | null => (word === 'any' || word === 'all' ? word : null)

/** * stands for %, which would have to be written %25 in a URL. */
const toPattern = (operator: ComparisonOperator, value: string): string =>
  operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value

function takeTrilean(cursor: TextCursor): Trilean {
  const word = takeMatch(cursor, /[A-Za-z_]*/)?.toLowerCase()
  if (word === 'null' || word === 'true' || word === 'false' || word === 'unknown') return word
  throw parseError(cursor, 'expecting null or trilean value (unknown, true, false)')
}

function takeValues(cursor: TextCursor): string[] {
  expect(cursor, '(')
  if (take(cursor, ')')) return []
  const values = takeList(cursor, one => (one.text.startsWith('"', one.at) ? takeQuoted(one) : (takeMatch(one, /[^,)]*/) ?? '')))
  if (isAtEnd(cursor)) throw parseError(cursor, 'expecting ")"')
  expect(cursor, ')')
  return values
}
