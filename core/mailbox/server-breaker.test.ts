// Tests when a mail server is left alone, and when it is tried again.
import { expect, test } from 'vitest'
import { afterServerAttempt, isPausedServer, mayTakeMore, newServerHealth, type ServerHealth } from './server-breaker.ts'

const start = Date.parse('2026-11-26T10:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1000)

test('a server that does not answer twice is left alone, for longer each time it fails again', () => {
  let health: ServerHealth = newServerHealth
  const pauses: number[] = []
  let now = start
  for (let i = 0; i < 9; i++) {
    health = afterServerAttempt(health, 'unreachable', new Date(now))
    const pauseMs = (health.pausedUntil?.getTime() ?? now) - now
    pauses.push(pauseMs / 1000)
    now += pauseMs
  }
  expect(pauses).toEqual([0, 15, 30, 60, 120, 240, 300, 300, 300])
})

test('one answer ends it, whatever it says', () => {
  let health = afterServerAttempt(afterServerAttempt(newServerHealth, 'unreachable', at(0)), 'unreachable', at(1))
  expect(isPausedServer(health, at(2))).toBe(true)
  health = afterServerAttempt(health, 'answered', at(20))
  expect(isPausedServer(health, at(20))).toBe(false)
  expect(mayTakeMore(health, 19)).toBe(true)
})

test('attempts that were under way when the pause began do not make it longer', () => {
  let health = afterServerAttempt(afterServerAttempt(newServerHealth, 'unreachable', at(0)), 'unreachable', at(0))
  for (let i = 0; i < 3; i++) health = afterServerAttempt(health, 'unreachable', at(1))
  expect(health.pausedUntil).toEqual(at(15))
})

test('a server that has not answered yet takes up little, and one that comes out of a pause a single attempt', () => {
  expect([4, 5].map(running => mayTakeMore(newServerHealth, running))).toEqual([true, false])
  const paused = afterServerAttempt(afterServerAttempt(newServerHealth, 'unreachable', at(0)), 'unreachable', at(0))
  expect([0, 1].map(running => mayTakeMore(paused, running))).toEqual([true, false])
})
