// Writes a condition as Gmail's own query, as far as Gmail can ask it.
import { isTest } from '../edit.ts'
import { printBytes } from '../query/amounts.ts'
import { hasUnseen } from '../query/quote.ts'
import type { Condition, Test, TextField, TextTest } from '../tree.ts'

/** Tests that Gmail cannot ask, and those it asks more widely. */
export interface Findings {
  unsayable: Test[]
  wider: Test[]
}

/** One term: brackets around what would fall apart. */
export function gmailTerm(condition: Condition, findings: Findings): string {
  if (isTest(condition)) return termOf(condition, findings)
  if ('all' in condition) return `(${condition.all.map(part => gmailTerm(part, findings)).join(' ')})`
  if ('any' in condition) return `{${condition.any.map(part => gmailTerm(part, findings)).join(' ')}}`
  return `-{${condition.none.map(part => gmailTerm(part, findings)).join(' ')}}`
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

/** What the value of a property may hold: the words of one field, any of them. */
export const gmailWords = (values: string[]): string =>
  values.length === 1 && values[0] !== undefined ? word(values[0]) : `{${values.map(word).join(' ')}}`

/** Gmail's quotes have no escape, and a star in them is nothing. */
export const isSayable = (value: string): boolean => !/["“”„\\*]/.test(value) && !hasUnseen(value)

function termOf(test: Test, findings: Findings): string {
  const term = 'values' in test && test.field !== 'exact' ? wordsTerm(test) : otherTerm(test)
  if (term === null) findings.unsayable.push(test)
  else if (test.field === 'to') findings.wider.push(test)
  return term ?? ''
}

function wordsTerm(test: TextTest): string | null {
  if (!test.values.every(isSayable)) return null
  if (test.field === 'header') return headerTerm(test)
  const name = names[test.field]
  return name === undefined || test.operator !== 'contains' ? null : name + gmailWords(test.values)
}

function headerTerm(test: Extract<TextTest, { field: 'header' }>): string | null {
  const name = test.name.toLowerCase()
  const [value] = test.values
  if (name === 'delivered-to' && test.operator === 'contains') return `deliveredto:${gmailWords(test.values)}`
  const isId = name === 'message-id' && test.operator === 'is' && test.values.length === 1 && /^<[^<>]+>$/.test(value ?? '')
  return isId ? `rfc822msgid:${word((value ?? '').slice(1, -1))}` : null
}

function otherTerm(test: Test): string | null {
  if (test.field === 'attachment') return test.operator === 'exists' ? 'has:attachment' : '-has:attachment'
  if (test.field === 'size') return `${test.operator === 'over' ? 'larger' : 'smaller'}:${printBytes(test.bytes)}`
  if (test.field === 'date' && test.operator !== 'on')
    return `${test.operator === 'before' ? 'before' : 'after'}:${test.day.replaceAll('-', '/')}`
  return null
}

const plain = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*$/u
const word = (value: string): string => (plain.test(value) && !/^(OR|AND|NOT|AROUND|me)$/i.test(value) ? value : `"${value}"`)
