// Reads what Sieve asks of the current time (RFC 5260 §5) as our tests of a mail's arrival.
import { type Condition, Weekday } from '../tree.ts'
import { askOf, type TestArguments } from './ask.ts'
import { always, anyOf, never } from './constant.ts'
import { type Script, valuesIn } from './script.ts'
import type { TestNode } from './syntax.ts'

/** Sunday is 0 there. */
export const sieveWeekdays: Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Null for what is no such test, or names a zone of its own. */
export function momentTest(ask: TestArguments, script: Script): Condition | null {
  const [parts, values] = ask.rest.map(arg => (arg.kind === 'texts' ? valuesIn(script, arg.texts) : null))
  const [part] = parts ?? []
  if (!values || !part || parts?.length !== 1 || ask.rest.length !== 2 || ask.taken.has('zone')) return null
  const tests = values.map(value => partTest(part.toLowerCase(), value, ask))
  const isOpen = ask.compare === null || (ask.compare === 'number' && part.toLowerCase() === 'hour')
  if (!isOpen) return null
  const whole = tests.flatMap(test => test ?? [])
  if (whole.length < tests.length) return null
  const days = whole.flatMap(test => ('field' in test && test.field === 'weekday' ? test.days : []))
  if (part.toLowerCase() !== 'weekday') return anyOf(whole)
  return { field: 'weekday', operator: 'in', days: Weekday.options.filter(day => days.includes(day)) }
}

function partTest(part: string, value: string, ask: TestArguments): Condition | null {
  if (part === 'weekday') return ask.operator === 'is' ? weekday(value) : null
  if (part === 'date') return ask.compare === 'number' ? null : date(value, ask)
  if (part === 'hour' && /^([01]\d|2[0-3])$/.test(value)) return hour(Number(value), ask)
  const edge = part === 'time' ? edgeOf(ask, value) : null
  return edge && (edge.side === 'from' ? from(edge.time) : until(edge.time))
}

function weekday(value: string): Condition | null {
  const day = /^[0-6]$/.test(value) ? sieveWeekdays[Number(value)] : undefined
  return day === undefined ? null : { field: 'weekday', operator: 'in', days: [day] }
}

function date(value: string, ask: TestArguments): Condition | null {
  const next = dayAfter(value)
  if (next === null) return null
  switch (ask.operator) {
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

function hour(value: number, ask: TestArguments): Condition | null {
  const start = (n: number) => `${String(n % 24).padStart(2, '0')}:00`
  switch (ask.operator) {
    case 'is':
      return { field: 'hour', operator: 'between', from: start(value), to: start(value + 1) }
    case 'under':
      return until(start(value))
    case 'at_least':
      return from(start(value))
    case 'at_most':
      return value === 23 ? always : until(start(value + 1))
    case 'over':
      return value === 23 ? never : from(start(value + 1))
    default:
      return null
  }
}

const midnight = '00:00'
const from = (time: string): Condition => (time === midnight ? always : { field: 'hour', operator: 'between', from: time, to: midnight })
const until = (time: string): Condition => (time === midnight ? never : { field: 'hour', operator: 'between', from: midnight, to: time })

interface Edge {
  side: 'from' | 'to'
  time: string
}

function edgeOf(ask: TestArguments, value: string): Edge | null {
  const time = /^(([01]\d|2[0-3]):[0-5]\d):00$/.exec(value)?.[1]
  if (time === undefined || ask.compare === 'number') return null
  if (ask.operator === 'at_least') return { side: 'from', time }
  return ask.operator === 'under' ? { side: 'to', time } : null
}

/** Both ends of one span of the day: `allof` within it, `anyof` where it runs over midnight. Null for all else. */
export function spanOf(node: TestNode): Condition | null {
  const [first, second] = node.tests.map(edgeIn)
  if (node.tests.length !== 2 || first?.side !== 'from' || second?.side !== 'to') return null
  const isOverMidnight = first.time > second.time
  if (first.time === second.time || isOverMidnight !== (node.name === 'anyof')) return null
  return { field: 'hour', operator: 'between', from: first.time, to: second.time }
}

function edgeIn(node: TestNode): Edge | null {
  const ask = askOf(node)
  if (node.name !== 'currentdate' || ask.foreign || ask.counted || ask.index !== null || ask.taken.has('zone')) return null
  const [part, value] = ask.rest.map(arg => (arg.kind === 'texts' && arg.texts.length === 1 ? arg.texts[0]?.value : undefined))
  return part?.toLowerCase() === 'time' && value !== undefined ? edgeOf(ask, value) : null
}
