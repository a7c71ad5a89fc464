// Limits that an operator sets otherwise hold where messages are made.
import { expect, test } from 'vitest'
import { readConfig } from '../foundation/config.ts'
import { limitsOf } from './limits.ts'
import { textContent } from './payload/message.ts'

test('a limit that is set otherwise holds, and the others stay', () => {
  const limits = limitsOf(readConfig({ WHATSAPP_LIMITS: 'text=10, rows=5' }).whatsapp.limits)
  expect(limits).toMatchObject({ text: 10, rows: 5, caption: 1024 })
  expect(() => textContent(limits, 'eleven long')).toThrow('10 is the most')
})

test('a limit that nobody knows, or that is no number, is named', () => {
  expect(() => limitsOf({ texts: 10 })).toThrow('there is no texts. Choose from text, caption')
  expect(() => readConfig({ WHATSAPP_LIMITS: 'text=long' })).toThrow('WHATSAPP_LIMITS: write name=number')
})
