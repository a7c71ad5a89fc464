// Tests when an API key expires.
import { expect, test } from 'vitest'
import { keyEnd } from './key-expiry.ts'

const now = new Date('2026-11-22T21:00:00Z')

test('days are counted from now, and a key is valid until the end of its day', () => {
  expect(keyEnd({ days: 30 }, now)?.toISOString()).toBe('2026-12-22T21:00:00.000Z')
  expect(keyEnd({ until: '2026-11-22' }, now)?.toISOString()).toBe('2026-11-22T23:59:59.999Z')
  expect(keyEnd({ until: '2027-11-22' }, now)?.toISOString()).toBe('2027-11-22T23:59:59.999Z')
})

test('a past day and one more than a year away are not accepted', () => {
  expect(keyEnd({ until: '2026-11-21' }, now)).toBeNull()
  expect(keyEnd({ until: '2027-11-25' }, now)).toBeNull()
})
