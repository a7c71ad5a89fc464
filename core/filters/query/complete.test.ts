// Tests completions while a query is being typed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complete } from './complete.ts'
import { parseQuery } from './parse.ts'

const offered = (text: string, caret = text.length) =>
  complete(text, caret, { lists: ['Family', 'My bank'], mailboxes: ['me@example.com'] })
const texts = (text: string, caret?: number) => offered(text, caret).items.map(item => item.text)

test.each<[string, string[]]>([
  ['sub', ['subject:']],
  ['-sub', ['subject:']],
  ['from:a (to:b att', ['attachmentsize:', 'attachments:']],
  ['from:a or', []],
  ['is:n', ['newsletter']],
  ['-is:calendar-c', ['calendar-cancel']],
  ['has:att', ['attachment']],
  ['day:mon,t', ['tue', 'thu']],
  ['spf:', ['pass', 'fail', 'none']],
  ['from:in:', ['in:Family', 'in:"My bank"']],
  ['from:(boss OR in:f', ['in:Family']],
  ['mailbox:m', ['me@example.com']],
  ['subject:"op', []],
  ['"quoted"', []],
  ['nothing:x', []],
  ['after:2026', []],
])('after %s', (text, items) => {
  expect(texts(text)).toEqual(items)
})

test('after a space all names are offered, and OR if a term precedes', () => {
  expect(texts('')).toContain('from:')
  expect(texts('')).not.toContain('OR ')
  expect(texts('from:a ')).toContain('OR ')
  expect(texts('subject:(a ')).toEqual(['=', '^', '~', '/', 'in:', 'in:Family', 'in:"My bank"'])
})

test('a completion replaces what is being typed, wherever the caret is', () => {
  const text = 'from:a sub larger:2M'
  const { start, end, items } = offered(text, 10)
  expect(text.slice(0, start) + items[0]?.text + text.slice(end)).toBe('from:a subject: larger:2M')
})

test('complete values that are offered can be parsed', () => {
  for (const before of ['is:', 'has:', 'day:', 'auth:', 'larger:', 'attachments:', 'attachmentsize:', 'hour:'])
    for (const { text } of offered(before).items.filter(item => item.text !== 'header:'))
      expect(parseQuery(before + text).problems, before + text).toEqual([])
})

test('any text and caret: no throw, and the range lies in the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.integer({ min: -1, max: 50 }), (text, caret) => {
      const { start, end } = offered(text, caret)
      expect(0 <= start && start <= end && end <= text.length).toBe(true)
    }),
  )
})
