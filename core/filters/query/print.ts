// Writes a condition as a query that reads back as the same condition.
import { conditionsIn, isTest } from '../edit.ts'
import { normalise } from '../normal.ts'
import type { Condition, Test } from '../tree.ts'
import { printExact } from './exact.ts'
import { printFact, printPresence, printSearchedField } from './facts.ts'
import { printOther } from './other-leaves.ts'
import { isPlainBare, printValue } from './print-value.ts'
import { isPlain, quote } from './quote.ts'

/** Equal queries for conditions that say the same: `parseQuery` of it gives `normalise(condition)`. */
export const printQuery = (condition: Condition): string => write(normalise(condition)).text

/** The same in the order in which the condition stands, for a person who is editing it. */
export const printInOrder = (condition: Condition): string => write(condition).text

/** The parts that must all hold, one query each. */
export function printTopConditions(condition: Condition): string[] {
  const normal = normalise(condition)
  return 'all' in normal ? normal.all.flatMap(wantedOrNot) : [write(normal).text]
}

/** What holds it together: `OR` binds tighter than standing side by side. */
interface Written {
  text: string
  joined: 'no' | 'or' | 'side_by_side'
}

function write(condition: Condition): Written {
  if (isTest(condition)) return writeTest(condition)
  const [only, ...others] = conditionsIn(condition)
  if ('none' in condition)
    return { text: `-${only && others.length === 0 ? closed(write(only)) : inBrackets(condition.none)}`, joined: 'no' }
  if (only && others.length === 0) return write(only)
  if ('all' in condition) return { text: condition.all.flatMap(wantedOrNot).join(' '), joined: 'side_by_side' }
  return { text: condition.any.map(inAny).join(' OR '), joined: 'or' }
}

const inBrackets = (parts: Condition[]): string => `(${parts.map(inAny).join(' OR ')})`

/** A part of an `all`; what must not hold stands there part by part. */
function wantedOrNot(condition: Condition): string[] {
  return 'none' in condition ? condition.none.map(part => `-${closed(write(part))}`) : [closed(write(condition))]
}

const inAny = (condition: Condition): string => {
  const written = write(condition)
  return written.joined === 'or' ? written.text : closed(written)
}

/** Brackets keep together what a sign or a neighbour would take apart; `--` would read as nothing. */
const closed = ({ text, joined }: Written): string => (joined === 'no' ? text : `(${text})`)

function writeTest(test: Test): Written {
  const text = textOf(test)
  return typeof text === 'string' ? { text, joined: 'no' } : { text: text.join(' OR '), joined: text.length > 1 ? 'or' : 'no' }
}

/** Several texts: any one of them. */
function textOf(test: Test): string | string[] {
  if (test.field === 'exact') return printExact(test)
  if ('values' in test) {
    if (test.field === 'any' && test.operator === 'contains') return test.values.map(value => (isPlainBare(value) ? value : quote(value)))
    const values = test.values.map(value => printValue(test, value))
    return `${printSearchedField(test)}:${values.length === 1 ? values[0] : `(${values.join(' OR ')})`}`
  }
  if ('list' in test) return `${printSearchedField(test)}:in:${isPlain(test.list) ? test.list : quote(test.list)}`
  switch (test.operator) {
    case 'exists':
    case 'missing':
      return printPresence(test)
  }
  switch (test.field) {
    case 'automated':
    case 'newsletter':
    case 'reply':
    case 'first_time_sender':
    case 'calendar':
    case 'sender_badge':
      return printFact(test)
    default:
      return printOther(test)
  }
}
