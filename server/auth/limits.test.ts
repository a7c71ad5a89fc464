// Tests counting requests per network.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openCounters } from './limits.ts'
import { defaultAuthLimits, readLimits } from './switches.ts'

const { db } = await testDatabase()

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['::1', '::2', true],
  ['192.0.2.1', '192.0.2.2', false],
])('%s and %s are counted together: %s', async (first, second, isShared) => {
  const counters = openCounters(db, { ...defaultAuthLimits, token: { points: 1, seconds: 60 } })
  await counters.consume('token', first)
  const secondRequest = counters.consume('token', second)
  if (isShared) await expect(secondRequest).rejects.toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  else await secondRequest
})

test('an unknown limit is refused by its name', () => {
  expect(readLimits({ token: { points: 5, seconds: 60 } })).toEqual({ token: { points: 5, seconds: 60 } })
  expect(() => readLimits({ tokens: { points: 5, seconds: 60 } })).toThrow('AUTH_LIMITS names tokens')
})

test('a limit that is reached is logged once a minute, by its name and network and without whom it is about', async () => {
  const lines: unknown[] = []
  const one = { points: 1, seconds: 60 }
  const counters = openCounters(
    db,
    { ...defaultAuthLimits, otp: one, emailToAddress: one },
    { warn: (...line: unknown[]) => void lines.push(line) },
  )
  for (let i = 0; i < 4; i++) {
    await counters.consume('otp', '2001:db8:77::1').catch(() => undefined)
    await counters.consume('emailToAddress', 'anna@example.com').catch(() => undefined)
  }
  expect(lines).toEqual([
    [{ limit: 'otp', network: '2001:db8:77:0::/64' }, 'a sign-in limit was reached'],
    [{ limit: 'emailToAddress' }, 'a sign-in limit was reached'],
  ])
})
