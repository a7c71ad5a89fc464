// Reads Sieve tests of the current time (RFC 5260 §5) as our own arrival time tests.
import { type Condition, Weekday } from '../tree.ts'
import { always, anyOf, never } from './constant.ts'
import { type ScriptContext, stringValues } from './script.ts'
import type { TestNode } from './syntax.ts'
import { readArguments, type TestArguments } from './test-arguments.ts'

/** Sieve counts Sunday as 0. */
export const sieveWeekdays: Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Null if it is not such a test or names a time zone. */
export function timeTest(testArgs: TestArguments, script: ScriptContext): Condition | null {
  const [parts, values] = testArgs.positional.map(arg => (arg.kind === 'texts' ? stringValues(script, arg.texts) : null))
  const [part] = parts ?? []
  if (!values || !part || parts?.length !== 1 || testArgs.positional.length !== 2 || testArgs.tagValues.has('zone')) return null
  const tests = values.map(value => readPart(part.toLowerCase(), value, testArgs))
  const isComparatorOk = testArgs.compare === null || (testArgs.compare === 'number' && part.toLowerCase() === 'hour')
  if (!isComparatorOk) return null
  const supported = tests.flatMap(test => test ?? [])
  if (supported.length < tests.length) return null
  const days = supported.flatMap(test => ('field' in test && test.field === 'weekday' ? test.days : []))
  if (part.toLowerCase() !== 'weekday') return anyOf(supported)
  return { field: 'weekday', operator: 'in', days: Weekday.options.filter(day => days.includes(day)) }
}

function readPart(part: string, value: string, testArgs: TestArguments): Condition | null {
  if (part === 'weekday') return testArgs.operator === 'is' ? weekdayTest(value) : null
  if (part === 'date') return testArgs.compare === 'number' ? null : dateTest(value, testArgs)
  if (part === 'hour' && /^([01]\d|2[0-3])$/.test(value)) return hourTest(Number(value), testArgs)
  const edge = part === 'time' ? readEdge(testArgs, value) : null
  return edge && (edge.side === 'from' ? fromTime(edge.time) : untilTime(edge.time))
}

function weekdayTest(value: string): Condition | null {
  const day = /^[0-6]$/.test(value) ? sieveWeekdays[Number(value)] : undefined
  return day === undefined ? null : { field: 'weekday', operator: 'in', days: [day] }
}

function dateTest(value: string, testArgs: TestArguments): Condition | null {
  const next = dayAfter(value)
  if (next === null) return null
  switch (testArgs.operator) {
    case 'is':
      return { field: 'date', operator: 'on', day: value }
    case 'under':
      return { field: 'date', operator: 'before', day: value }
    case 'at_least':
      return { field: 'date', operator: 'on_or_after', day: value }
    case 'at_most':
      return { field: 'date', operator: 'before', day: next }
    case 'over':
      return { field: 'date', operator: 'on_or_after', day: next }
    default:
      return null
  }
}

function dayAfter(day: string): string | null {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) return null
  return new Date(at + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

function hourTest(value: number, testArgs: TestArguments): Condition | null {
  const start = (n: number) => `${String(n % 24).padStart(2, '0')}:00`
  switch (testArgs.operator) {
    case 'is':
      return { field: 'hour', operator: 'between', from: start(value), to: start(value + 1) }
    case 'under':
      return untilTime(start(value))
    case 'at_least':
      return fromTime(start(value))
    case 'at_most':
      return value === 23 ? always : untilTime(start(value + 1))
    case 'over':
      return value === 23 ? never : fromTime(start(value + 1))
    default:
      return null
  }
}

const midnight = '00:00'
const fromTime = (time: string): Condition =>
  time === midnight ? always : { field: 'hour', operator: 'between', from: time, to: midnight }
const untilTime = (time: string): Condition =>
  time === midnight ? never : { field: 'hour', operator: 'between', from: midnight, to: time }

interface Edge {
  side: 'from' | 'to'
  time: string
}

function readEdge(testArgs: TestArguments, value: string): Edge | null {
  const time = /^(([01]\d|2[0-3]):[0-5]\d):00$/.exec(value)?.[1]
  if (time === undefined || testArgs.compare === 'number') return null
  if (testArgs.operator === 'at_least') return { side: 'from', time }
  return testArgs.operator === 'under' ? { side: 'to', time } : null
}

/** Two tests that form one time range: `allof` within a day, `anyof` across midnight. Null for anything else. */
export function readTimeRange(node: TestNode): Condition | null {
  const [first, second] = node.tests.map(readEdgeTest)
  if (node.tests.length !== 2 || first?.side !== 'from' || second?.side !== 'to') return null
  const isOverMidnight = first.time > second.time
  if (first.time === second.time || isOverMidnight !== (node.name === 'anyof')) return null
  return { field: 'hour', operator: 'between', from: first.time, to: second.time }
}

function readEdgeTest(node: TestNode): Edge | null {
  const testArgs = readArguments(node)
  if (
    node.name !== 'currentdate' ||
    testArgs.unknownArgument ||
    testArgs.counted ||
    testArgs.index !== null ||
    testArgs.tagValues.has('zone')
  )
    return null
  const [part, value] = testArgs.positional.map(arg => (arg.kind === 'texts' && arg.texts.length === 1 ? arg.texts[0]?.value : undefined))
  return part?.toLowerCase() === 'time' && value !== undefined ? readEdge(testArgs, value) : null
}
