// Tests what is left of texts that foreign servers send.
import { expect, test } from 'vitest'
import { tidyForeignText, tidyForeignValues } from './foreign-text.ts'

test.each([
  ['535 5.7.8 Wrong password.', '535 5.7.8 Wrong password.'],
  ['two\r\nlines\tand \u001b[31mcolor', 'two lines and [31mcolor'],
  ['reversed \u202Egnp.exe', 'reversed gnp.exe'],
  ['zero\u200Bwidth\u2028line', 'zero width line'],
  ['a lone \uD800 surrogate', 'a lone surrogate'],
  ['  Übermäßig ✓ ', 'Übermäßig ✓'],
])('%j is shown as %j', (text, shown) => {
  expect(tidyForeignText(text)).toBe(shown)
})

test('a long text is cut at whole characters, however long it is', () => {
  expect(tidyForeignText('😀'.repeat(400))).toBe(`${'😀'.repeat(300)}…`)
  expect(tidyForeignText('a'.repeat(300))).toBe('a'.repeat(300))
  expect(tidyForeignText('x '.repeat(5_000_000))).toHaveLength(300)
  expect(tidyForeignText(`${' '.repeat(2000)}end`)).toBe('…')
})

test('numbers among the values stay numbers', () => {
  expect(tidyForeignValues({ why: 'no\nentry', days: 3 })).toEqual({ why: 'no entry', days: 3 })
})
