// Converts tests to atoms that lint can reason about: folded, with one polarity, grouped by what they can contradict.
import type { BadgeWanted } from '../../message/sender-check/badge.ts'
import { foldVariants } from '../../text/fold.ts'
import { type AmountRange, toAmountRange } from '../amount-range.ts'
import { canonicalKey } from '../order.ts'
import { patternProblem } from '../pattern.ts'
import type { AuthTest, CountTest, Fact, Lists, PresenceTest, Test, TextTest, Weekday } from '../tree.ts'
import type { WantedWords } from './words.ts'

/** `field` is the field that the test reads, such as `header list-id` for a header. */
export type Atom =
  | { kind: 'words'; field: string; wanted: WantedWords[] }
  | { kind: 'pattern'; field: string; patterns: string[] }
  | { kind: 'listed'; field: string; list: string; words: ReadonlySet<string> }
  | { kind: 'present'; field: string }
  | { kind: 'size'; operator: 'over' | 'under'; bytes: number }
  | { kind: 'attachment_size'; operator: 'over' | 'under'; bytes: number }
  | { kind: 'count'; operator: CountTest['operator']; count: number }
  | { kind: 'amount'; range: AmountRange }
  | { kind: 'date'; operator: 'before' | 'on' | 'on_or_after'; day: number }
  | { kind: 'weekday'; days: ReadonlySet<Weekday> }
  | { kind: 'hour'; from: string; to: string }
  | { kind: 'auth'; check: AuthTest['check']; verdict: AuthTest['verdict'] }
  | { kind: 'fact'; fact: Fact }
  | { kind: 'calendar'; method: 'any' | 'request' | 'cancel' | 'reply' }
  | { kind: 'badge'; wanted: BadgeWanted }
  | { kind: 'other'; key: string }

export type TextAtom = Extract<Atom, { field: string }>

/** `held` false: the atom must not match. */
export interface Literal {
  atom: Atom
  held: boolean
}

export const dayMs = 86_400_000
/** Days since 1970. */
export const dayNumber = (date: string): number => Date.parse(date) / dayMs

/** Converts a test to an atom and its polarity. */
export function toLiteral(test: Test, lists: Lists): Literal {
  if (test.field === 'exact') return { atom: { kind: 'other', key: canonicalKey(test) }, held: true }
  if ('values' in test) return { atom: wordsAtom(test), held: true }
  if ('list' in test)
    return { atom: { kind: 'listed', field: fieldKey(test), list: test.list, words: lists.get(test.list) ?? new Set() }, held: true }
  switch (test.operator) {
    case 'exists':
    case 'missing':
      return { atom: presenceAtom(test), held: test.operator === 'exists' }
  }
  switch (test.field) {
    case 'size':
    case 'attachment_size':
      return { atom: { kind: test.field, operator: test.operator, bytes: test.bytes }, held: true }
    case 'attachment_count':
      return { atom: { kind: 'count', operator: test.operator, count: test.count }, held: true }
    case 'amount':
      return { atom: { kind: 'amount', range: toAmountRange(test) }, held: true }
    case 'date':
      return { atom: { kind: 'date', operator: test.operator, day: dayNumber(test.day) }, held: true }
    case 'weekday':
      return { atom: { kind: 'weekday', days: new Set(test.days) }, held: true }
    case 'hour':
      return { atom: { kind: 'hour', from: test.from, to: test.to }, held: true }
    case 'auth':
      return { atom: { kind: 'auth', check: test.check, verdict: test.verdict }, held: true }
    case 'sender_badge':
      return { atom: { kind: 'badge', wanted: test.wanted }, held: test.operator === 'is' }
    case 'calendar':
      return { atom: { kind: 'calendar', method: test.method }, held: test.operator === 'is' }
    default:
      return { atom: { kind: 'fact', fact: test.field }, held: test.operator === 'is' }
  }
}

/** Atoms of different families never affect each other. */
export function atomFamily(atom: Atom): string {
  switch (atom.kind) {
    case 'words':
    case 'pattern':
    case 'listed':
    case 'present':
      return families[atom.field] ?? atom.field
    case 'attachment_size':
    case 'count':
      return 'attachments'
    case 'date':
    case 'weekday':
      return 'day'
    case 'fact':
      return atom.fact
    case 'other':
      return atom.key
    default:
      return atom.kind
  }
}

const families: Record<string, string> = {
  to: 'recipient',
  cc: 'recipient',
  'header list-id': 'list',
  attachment: 'attachments',
  attachment_name: 'attachments',
  attachment_type: 'attachments',
}

const fieldKey = (test: { field: string } | { field: 'header'; name: string }): string =>
  'name' in test ? `header ${test.name.trim().toLowerCase()}` : test.field

// "Has an attachment" is the same as a count over 0.
const presenceAtom = (test: PresenceTest): Atom =>
  test.field === 'attachment' ? { kind: 'count', operator: 'over', count: 0 } : { kind: 'present', field: fieldKey(test) }

function wordsAtom(test: TextTest): Atom {
  const field = fieldKey(test)
  const { operator } = test
  // An invalid pattern matches nothing.
  if (operator === 'regexp')
    return { kind: 'pattern', field, patterns: [...new Set(test.values)].filter(pattern => patternProblem(pattern) === null) }
  const values = new Set(test.values.flatMap(foldVariants).map(value => value.text))
  return { kind: 'words', field, wanted: [...values].filter(value => value !== '').map(value => ({ operator, value })) }
}
