// Tests that every number an administrator can set has a minimum, and that the page says it.
import { expect, test } from 'vitest'
import adminsettings from '../words/en/adminsettings.json' with { type: 'json' }
import { findMinimumAbove, minimums, settingDefinitions } from './definitions.ts'

const words: Record<string, string> = adminsettings

test('every number has a minimum, which its label names', () => {
  const numbers = settingDefinitions.filter(({ kind }) => kind === 'number').map(({ key }) => key)
  expect(numbers.length).toBeGreaterThan(4)
  for (const key of numbers) expect(words[`key.${key}`]).toMatch(new RegExp(`\\((at least )?${minimums[key]}\\b`))
})

test.each([
  ['REQUESTS_A_MINUTE', '0', 120],
  ['REQUESTS_A_MINUTE', '-5', 120],
  ['REQUESTS_A_MINUTE', '1e2', 120],
  ['REQUESTS_A_MINUTE', '120', null],
  ['KEY_REQUESTS_A_MINUTE', '9', 10],
  ['NUMBER_PER_SECOND', '0', 1],
  ['RETENTION_DAYS', '0', null],
  ['LOG_RETENTION_DAYS', '29', 30],
  ['MAIL_FROM', '0', null],
] as const)('%s may be %s unless it is below %s', (key, value, minimum) => {
  expect(findMinimumAbove(key, value)).toBe(minimum)
})
