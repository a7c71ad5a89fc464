// Reads and prints the query fields for sizes, amounts of money, times and authentication checks.
import type { AmountTest, AuthTest, Condition, CountTest, SizeTest, TimeTest } from '../tree.ts'
import { printAmount, printBytes, readAmount, readBytes, readDay, readHours, readWeekdays } from './amounts.ts'
import { readWord } from './atom.ts'
import { noteProblem, type QueryCursor } from './cursor.ts'
import { acceptValue, type QueryLeaf } from './leaf.ts'
import type { OtherName } from './names.ts'
import type { ProblemCode } from './problem.ts'

type ReadOtherValue = (value: string) => Condition | null

const size =
  (field: 'size' | 'attachment_size', fixed: 'over' | 'under' | null): ReadOtherValue =>
  value => {
    const sign = /^[<>]/.exec(value)?.[0]
    const bytes = readBytes(sign ? value.slice(1) : value)
    const side = fixed ?? (sign === '<' ? 'under' : 'over')
    return bytes === null || (fixed && sign) ? null : { field, operator: side, bytes }
  }

const day =
  (operator: 'before' | 'on' | 'on_or_after'): ReadOtherValue =>
  value => {
    const wanted = readDay(value)
    return wanted === null ? null : { field: 'date', operator, day: wanted }
  }

const check =
  (name: 'spf' | 'dkim' | 'dmarc' | 'any'): ReadOtherValue =>
  value => {
    const result = (['pass', 'fail', 'none'] as const).find(one => one === value.toLowerCase())
    return result ? { field: 'auth', check: name, operator: 'is', verdict: result } : null
  }

function count(value: string): Condition | null {
  const found = /^([<>]?)(\d{1,4})$/.exec(value)
  const wanted = Number(found?.[2])
  if (!found || wanted > 1000) return null
  return { field: 'attachment_count', operator: found[1] === '>' ? 'over' : found[1] === '<' ? 'under' : 'is', count: wanted }
}

function weekdays(value: string): Condition | null {
  const days = readWeekdays(value)
  return days && { field: 'weekday', operator: 'in', days }
}

function hours(value: string): Condition | null {
  const span = readHours(value)
  return span && { field: 'hour', operator: 'between', ...span }
}

function messageId(value: string): Condition {
  const id = value.startsWith('<') ? value : `<${value}>`
  return { field: 'header', name: 'Message-ID', operator: 'is', values: [id] }
}

/** The reader of each field, and the problem code for invalid values. */
const readers: Partial<Record<OtherName, [ReadOtherValue, ProblemCode]>> = {
  larger: [size('size', 'over'), 'size'],
  smaller: [size('size', 'under'), 'size'],
  size: [size('size', null), 'size'],
  attachmentsize: [size('attachment_size', null), 'attachment_size'],
  attachments: [count, 'count'],
  amount: [readAmount, 'amount'],
  after: [day('on_or_after'), 'day'],
  newer: [day('on_or_after'), 'day'],
  before: [day('before'), 'day'],
  older: [day('before'), 'day'],
  on: [day('on'), 'day'],
  day: [weekdays, 'weekday'],
  hour: [hours, 'hour'],
  auth: [check('any'), 'auth'],
  spf: [check('spf'), 'auth'],
  dkim: [check('dkim'), 'auth'],
  dmarc: [check('dmarc'), 'auth'],
  rfc822msgid: [messageId, 'value_missing'],
}

export function newOtherLeaf(name: OtherName): QueryLeaf | null {
  const reader = readers[name]
  if (!reader) return null
  const [read, code] = reader
  return { name, read: cursor => readOther(cursor, name, read, code) }
}

/** The limit of a header line (RFC 5322 §2.1.1); all other values are shorter. */
const maxValueLength = 996

function readOther(cursor: QueryCursor, name: string, read: ReadOtherValue, code: ProblemCode): Condition | null {
  const word = readWord(cursor)
  if (!word || !acceptValue(cursor, word, maxValueLength)) return null
  return read(word.text.trim()) ?? noteProblem(cursor, code, word.start, word.end, { name, text: word.text.slice(0, 60) })
}

export type OtherTest = SizeTest | CountTest | AmountTest | TimeTest | AuthTest

export function printOther(test: OtherTest): string {
  switch (test.field) {
    case 'size':
      return `${test.operator === 'over' ? 'larger' : 'smaller'}:${printBytes(test.bytes)}`
    case 'attachment_size':
      return `attachmentsize:${test.operator === 'over' ? '>' : '<'}${printBytes(test.bytes)}`
    case 'attachment_count':
      return `attachments:${{ over: '>', under: '<', is: '' }[test.operator]}${test.count}`
    case 'amount':
      return `amount:${printAmount(test)}`
    case 'date':
      return `${{ before: 'before', on: 'on', on_or_after: 'after' }[test.operator]}:${test.day}`
    case 'weekday':
      return `day:${test.days.join(',')}`
    case 'hour':
      return `hour:${test.from}..${test.to}`
    case 'auth':
      return `${test.check === 'any' ? 'auth' : test.check}:${test.verdict}`
  }
}
