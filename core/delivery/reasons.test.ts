// Every reason has its words.
import { expect, test } from 'vitest'
import words from '../words/en/delivery.json' with { type: 'json' }
import type { HoldReason } from './lanes.ts'
import { reasonCodes, reasonWords } from './reasons.ts'

test('every reason has words, and every word of a reason a code', () => {
  const keys = reasonCodes.map(code => reasonWords(code)?.key)
  expect(keys).toEqual(Object.keys(words).filter(key => key.startsWith('reason.')))
})

test('what holds a phone back is its owner’s to act on', () => {
  const holds: HoldReason[] = ['window_closed', 'destination_pending', 'destination_stopped', 'destination_unreachable']
  for (const code of holds) expect(reasonWords(code)?.isTheirs).toBe(true)
})

test('the messenger’s reasons are not ours to explain', () => {
  expect(reasonWords('token_expired')).toBeNull()
  expect(reasonWords('constructor')).toBeNull()
})
