// Tests that an operator's limits apply where messages are built.
import { expect, test } from 'vitest'
import { readConfig } from '../foundation/config.ts'
import { applyLimits } from './limits.ts'
import { textContent } from './payload/message.ts'

test('a changed limit applies, and the others stay', () => {
  const limits = applyLimits(readConfig({ WHATSAPP_LIMITS: 'text=10, rows=5' }).whatsapp.limits)
  expect(limits).toMatchObject({ text: 10, rows: 5, caption: 1024 })
  expect(() => textContent(limits, 'eleven long')).toThrow('the maximum is 10')
})

test('an unknown limit, or one that is not a number, is named in the error', () => {
  expect(() => applyLimits({ texts: 10 })).toThrow('unknown limit texts. Valid names are text, caption')
  expect(() => readConfig({ WHATSAPP_LIMITS: 'text=long' })).toThrow('WHATSAPP_LIMITS: write name=number')
})
