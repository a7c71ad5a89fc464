// Prints a condition as a query that parses back to the same condition.
import { conditionsIn, isTest } from '../edit.ts'
import { normalize } from '../normalize.ts'
import type { Condition, Test, TextTest } from '../tree.ts'
import { printExact } from './exact.ts'
import { printFact, printPresence, printSearchedField } from './facts.ts'
import { peopleFields } from './leaf.ts'
import { keywords } from './names.ts'
import { printOther } from './other-leaves.ts'
import { hasInvisible, isPlain, quoteQueryText } from './quote.ts'

/** Equal for equivalent conditions: `parseQuery` gives back `normalize(condition)`. */
export const printQuery = (condition: Condition): string => writeCondition(normalize(condition)).text

/** Keeps the condition's order, for editing. */
export const printInOrder = (condition: Condition): string => writeCondition(condition).text

/** One query for each part that must hold. */
export function printTopConditions(condition: Condition): string[] {
  const normal = normalize(condition)
  return 'all' in normal ? normal.all.flatMap(writeMember) : [writeCondition(normal).text]
}

/** `joined` is the loosest join; `OR` binds tighter than terms side by side. */
interface QueryText {
  text: string
  joined: 'no' | 'or' | 'side_by_side'
}

function writeCondition(condition: Condition): QueryText {
  if (isTest(condition)) return writeTest(condition)
  const [only, ...others] = conditionsIn(condition)
  if ('none' in condition)
    return { text: `-${only && others.length === 0 ? bracketed(writeCondition(only)) : writeGroup(condition.none)}`, joined: 'no' }
  if (only && others.length === 0) return writeCondition(only)
  if ('all' in condition) return { text: condition.all.flatMap(writeMember).join(' '), joined: 'side_by_side' }
  return { text: condition.any.map(writeAlternative).join(' OR '), joined: 'or' }
}

const writeGroup = (parts: Condition[]): string => `(${parts.map(writeAlternative).join(' OR ')})`

/** A member of an `all`; exclusions become one term each. */
function writeMember(condition: Condition): string[] {
  return 'none' in condition ? condition.none.map(part => `-${bracketed(writeCondition(part))}`) : [bracketed(writeCondition(condition))]
}

const writeAlternative = (condition: Condition): string => {
  const printed = writeCondition(condition)
  return printed.joined === 'or' ? printed.text : bracketed(printed)
}

/** Brackets what a sign or a neighbor would split; `--` would cancel out. */
const bracketed = ({ text, joined }: QueryText): string => (joined === 'no' ? text : `(${text})`)

function writeTest(test: Test): QueryText {
  const text = writeTestText(test)
  return typeof text === 'string' ? { text, joined: 'no' } : { text: text.join(' OR '), joined: text.length > 1 ? 'or' : 'no' }
}

/** Several texts are alternatives. */
function writeTestText(test: Test): string | string[] {
  if (test.field === 'exact') return printExact(test)
  if ('values' in test) {
    if (test.field === 'any' && test.operator === 'contains')
      return test.values.map(value => (isPlainBare(value) ? value : quoteQueryText(value)))
    const values = test.values.map(value => printValue(test, value))
    return `${printSearchedField(test)}:${values.length === 1 ? values[0] : `(${values.join(' OR ')})`}`
  }
  if ('list' in test) return `${printSearchedField(test)}:in:${isPlain(test.list) ? test.list : quoteQueryText(test.list)}`
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

/** Reads back unchanged without a field. */
const isPlainBare = (value: string): boolean => isPlain(value) && !keywords.has(value)

function printValue(test: TextTest, value: string): string {
  const word = isPlainBare(value) ? value : quoteQueryText(value)
  switch (test.operator) {
    case 'contains':
      return hasSpecialMeaning(test, value) ? quoteQueryText(value) : word
    case 'is':
      return `=${word}`
    case 'starts':
      return `^${word}`
    case 'ends':
      return `${word}$`
    case 'wildcard':
      return value.includes('*') && isPlainBare(value.replaceAll('*', '0')) ? value : `~${word}`
    case 'regexp':
      return printPattern(value)
  }
}

/** `me` and list addresses have a special meaning. */
const hasSpecialMeaning = (test: TextTest, value: string): boolean =>
  (peopleFields.has(test.field) && value.toLowerCase() === 'me') || (test.field === 'list' && value.includes('@'))

/** Between slashes if that reads back: only `\/` is an escape, all other backslashes are kept. */
function printPattern(value: string): string {
  const pairs: string[] = value.match(/\\[\s\S]?|[^\\]/g) ?? []
  if (hasInvisible(value) || pairs.includes('\\/') || pairs.includes('\\') || value.trim() !== value)
    return `regexp:${quoteQueryText(value)}`
  return `/${pairs.map(pair => (pair === '/' ? '\\/' : pair)).join('')}/`
}
