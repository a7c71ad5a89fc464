// What counts as one address.
import { expect, test } from 'vitest'
import { openCounters } from './limits.ts'
import { defaultLimits, readLimits } from './switches.ts'

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['::1', '::2', true],
  ['192.0.2.1', '192.0.2.2', false],
])('%s and %s are counted together: %s', async (one, two, together) => {
  const counters = openCounters({ ...defaultLimits, token: { points: 1, seconds: 60 } })
  await counters.take('token', one)
  const second = counters.take('token', two)
  if (together) await expect(second).rejects.toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  else await second
})

test('a limit that there is not is refused by its name', () => {
  expect(readLimits({ token: { points: 5, seconds: 60 } })).toEqual({ token: { points: 5, seconds: 60 } })
  expect(() => readLimits({ tokens: { points: 5, seconds: 60 } })).toThrow('AUTH_LIMITS names tokens')
})
