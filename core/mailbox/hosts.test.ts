// Tests that a failed host is noticed in time, and that holding many leases costs little.
import { expect, test } from 'vitest'
import { hostTimes, isRowDue } from './hosts.ts'

const times = hostTimes(8_000)
const at = (ms: number) => new Date(1_000_000 + ms)

test('a host that fails has missed several heartbeats before it is given up, and its mailboxes are taken over within ten seconds', () => {
  expect(times.hostMs / times.beatMs).toBeGreaterThanOrEqual(3)
  expect(times.hostMs + 1_000).toBeLessThan(10_000)
})

test('a lease lasts longer than its renewal interval', () => {
  for (const hostMs of [100, 3_000, 8_000, 600_000]) {
    const { mailboxMs, renewMs, aliveMs } = hostTimes(hostMs)
    expect(mailboxMs).toBeGreaterThanOrEqual(renewMs * 2)
    expect(aliveMs).toBeLessThan(renewMs)
  }
})

test.each([
  ['just claimed', 0, null, null, false],
  ['alive since, but saved a moment ago', 1_000, 900, null, false],
  ['alive since', 4_000, 3_000, null, true],
  ['nothing new', 60_000, 3_000, 3_000, false],
  ['nothing new for a long time', 120_000, 3_000, 3_000, true],
])('a row is saved only when needed: %s', (_, nowMs, aliveMs, savedMs, isDue) => {
  const row = {
    renewedMs: 0,
    aliveAt: aliveMs === null ? null : at(aliveMs),
    savedAliveAt: savedMs === null ? null : at(savedMs),
  }
  expect(isRowDue(row, nowMs, times)).toBe(isDue)
})
