// Writes a condition as a Gmail search query, and collects what Gmail cannot express.
import { isTest } from '../edit.ts'
import { printBytes } from '../query/amounts.ts'
import { hasInvisible } from '../query/quote.ts'
import type { Condition, Test, TextField, TextTest } from '../tree.ts'

/** Tests that Gmail does not support, and those that match more in Gmail. */
export interface GmailGaps {
  unsupported: Test[]
  widened: Test[]
}

/** One term; groups are bracketed. */
export function writeGmailTerm(condition: Condition, gaps: GmailGaps): string {
  if (isTest(condition)) return writeTest(condition, gaps)
  if ('all' in condition) return `(${condition.all.map(part => writeGmailTerm(part, gaps)).join(' ')})`
  if ('any' in condition) return `{${condition.any.map(part => writeGmailTerm(part, gaps)).join(' ')}}`
  return `-{${condition.none.map(part => writeGmailTerm(part, gaps)).join(' ')}}`
}

const names: Partial<Record<TextField, string>> = {
  from: 'from:',
  to: 'to:',
  cc: 'cc:',
  recipient: 'to:',
  subject: 'subject:',
  any: '',
  list: 'list:',
  reply_to: 'replyto:',
  attachment_name: 'filename:',
}

/** Alternatives for one field. */
export const writeGmailWords = (values: string[]): string =>
  values.length === 1 && values[0] !== undefined ? writeWord(values[0]) : `{${values.map(writeWord).join(' ')}}`

/** Gmail's quotes have no escapes, and it ignores asterisks in them. */
export const isExpressible = (value: string): boolean => !/["“”„\\*]/.test(value) && !hasInvisible(value)

function writeTest(test: Test, gaps: GmailGaps): string {
  const term = 'values' in test && test.field !== 'exact' ? writeWordsTest(test) : writeOtherTest(test)
  if (term === null) gaps.unsupported.push(test)
  else if (test.field === 'to') gaps.widened.push(test)
  return term ?? ''
}

function writeWordsTest(test: TextTest): string | null {
  if (!test.values.every(isExpressible)) return null
  if (test.field === 'header') return writeHeaderTest(test)
  const name = names[test.field]
  return name === undefined || test.operator !== 'contains' ? null : name + writeGmailWords(test.values)
}

function writeHeaderTest(test: Extract<TextTest, { field: 'header' }>): string | null {
  const name = test.name.toLowerCase()
  const [value] = test.values
  if (name === 'delivered-to' && test.operator === 'contains') return `deliveredto:${writeGmailWords(test.values)}`
  const isId = name === 'message-id' && test.operator === 'is' && test.values.length === 1 && /^<[^<>]+>$/.test(value ?? '')
  return isId ? `rfc822msgid:${writeWord((value ?? '').slice(1, -1))}` : null
}

function writeOtherTest(test: Test): string | null {
  if (test.field === 'attachment') return test.operator === 'exists' ? 'has:attachment' : '-has:attachment'
  if (test.field === 'size') return `${test.operator === 'over' ? 'larger' : 'smaller'}:${printBytes(test.bytes)}`
  if (test.field === 'date' && test.operator !== 'on')
    return `${test.operator === 'before' ? 'before' : 'after'}:${test.day.replaceAll('-', '/')}`
  return null
}

const plain = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*$/u
const writeWord = (value: string): string => (plain.test(value) && !/^(OR|AND|NOT|AROUND|me)$/i.test(value) ? value : `"${value}"`)
