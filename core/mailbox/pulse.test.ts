// Tests the half-hourly connection history of a mailbox, as its card shows it.
import { expect, test } from 'vitest'
import { halfHourMs, halfHourOf, pulseHalves } from './pulse.ts'

const now = new Date('2026-11-22T12:10:00Z')
const current = halfHourOf(now)
const longAgo = { createdAt: new Date('2026-01-01T00:00:00Z'), isPaused: false, now }
const count = (halves: string[]) =>
  Object.fromEntries(['alive', 'gap', 'silent', 'paused', 'none'].map(h => [h, halves.filter(one => one === h).length]))

test('a mailbox that answers all day has 48 half hours alive', () => {
  expect(count(pulseHalves({ alive: (1n << 48n) - 1n, latest: current }, longAgo))).toMatchObject({ alive: 48 })
})

test('silence between two contacts is a gap, silence since the last one is silence', () => {
  const halves = pulseHalves({ alive: 0b1011n, latest: current - 5 }, longAgo)
  expect(halves.slice(-9)).toEqual(['alive', 'gap', 'alive', 'alive', 'silent', 'silent', 'silent', 'silent', 'silent'])
})

test('a half hour that has just begun is not called silent', () => {
  expect(pulseHalves({ alive: 1n, latest: current - 1 }, longAgo).at(-1)).toBe('none')
  expect(pulseHalves({ alive: 1n, latest: current - 2 }, longAgo).at(-1)).toBe('silent')
})

test('before a mailbox was added there is nothing, and a paused one is not called silent', () => {
  const hourOld = { ...longAgo, createdAt: new Date(now.getTime() - 2 * halfHourMs) }
  expect(count(pulseHalves({ alive: 0b111n, latest: current }, hourOld))).toMatchObject({ none: 45, alive: 3 })
  expect(pulseHalves({ alive: 1n, latest: current - 3 }, { ...longAgo, isPaused: true }).slice(-4)).toEqual([
    'alive',
    'paused',
    'paused',
    'paused',
  ])
})
