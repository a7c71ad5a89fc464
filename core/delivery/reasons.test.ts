// Tests that every reason code has a text.
import { expect, test } from 'vitest'
import words from '../words/en/delivery.json' with { type: 'json' }
import type { HoldReason } from './lanes.ts'
import { reasonCodes, reasonWords } from './reasons.ts'

test('every reason has a text, and every text a reason', () => {
  const keys = reasonCodes.map(code => reasonWords(code)?.key)
  expect(keys).toEqual(Object.keys(words).filter(key => key.startsWith('reason.')))
})

test('reasons that hold a phone are actionable for its owner', () => {
  const holds: HoldReason[] = ['window_closed', 'destination_pending', 'destination_stopped', 'destination_unreachable']
  for (const code of holds) expect(reasonWords(code)?.isActionable).toBe(true)
})

test('WhatsApp’s own codes are not explained here', () => {
  expect(reasonWords('token_expired')).toBeNull()
  expect(reasonWords('constructor')).toBeNull()
})
