// The half hours of a mailbox as its card draws them.
import { expect, test } from 'vitest'
import { halfHourMs, halfOf, pulseHalves } from './pulse.ts'

const now = new Date('2026-11-22T12:10:00Z')
const current = halfOf(now)
const longAgo = { createdAt: new Date('2026-01-01T00:00:00Z'), isPaused: false, now }
const count = (halves: string[]) =>
  Object.fromEntries(['heard', 'gap', 'silent', 'paused', 'none'].map(h => [h, halves.filter(one => one === h).length]))

test('a mailbox that is heard from all day has 48 halves heard', () => {
  expect(count(pulseHalves({ heard: (1n << 48n) - 1n, latest: current }, longAgo))).toMatchObject({ heard: 48 })
})

test('silence between two signs of life is a gap, silence since is silence', () => {
  const halves = pulseHalves({ heard: 0b1011n, latest: current - 5 }, longAgo)
  expect(halves.slice(-9)).toEqual(['heard', 'gap', 'heard', 'heard', 'silent', 'silent', 'silent', 'silent', 'silent'])
})

test('a half hour that has just begun is not called silent', () => {
  expect(pulseHalves({ heard: 1n, latest: current - 1 }, longAgo).at(-1)).toBe('none')
  expect(pulseHalves({ heard: 1n, latest: current - 2 }, longAgo).at(-1)).toBe('silent')
})

test('before a mailbox was here there is nothing, and a paused one is not called silent', () => {
  const hourOld = { ...longAgo, createdAt: new Date(now.getTime() - 2 * halfHourMs) }
  expect(count(pulseHalves({ heard: 0b111n, latest: current }, hourOld))).toMatchObject({ none: 45, heard: 3 })
  expect(pulseHalves({ heard: 1n, latest: current - 3 }, { ...longAgo, isPaused: true }).slice(-4)).toEqual([
    'heard',
    'paused',
    'paused',
    'paused',
  ])
})
