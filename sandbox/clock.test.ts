// Tests the clock that tests can move.
import { expect, test } from 'vitest'
import { durationShape, openSandboxClock } from './clock.ts'

test('moving the clock runs the timers that fall due, in order, and no others', () => {
  const clock = openSandboxClock()
  const calls: string[] = []
  clock.after(3_600_000, () => calls.push('second'))
  clock.after(60_000, () => calls.push('first'))
  clock.after(86_400_000, () => calls.push('tomorrow'))
  const cancel = clock.after(1000, () => calls.push('cancelled'))
  cancel()
  clock.advance(7_200_000)
  expect(calls).toEqual(['first', 'second'])
  expect(clock.offsetMs()).toBe(7_200_000)
  clock.stop()
})

test('while the clock is frozen no timer runs unless it is moved, and afterwards time goes on', async () => {
  const clock = openSandboxClock()
  const calls: string[] = []
  clock.freeze(true)
  const frozenAt = clock.now()
  clock.after(1, () => calls.push('early'))
  const late = new Promise<void>(resolve => clock.after(60_010, resolve))
  await new Promise(resolve => setTimeout(resolve, 20))
  expect([clock.now(), calls]).toEqual([frozenAt, []])
  clock.advance(60_000)
  expect([clock.now(), calls]).toEqual([frozenAt + 60_000, ['early']])
  clock.freeze(false)
  await late
  expect(clock.now()).toBeGreaterThanOrEqual(frozenAt + 60_010)
  clock.stop()
})

test('a task may schedule another, and real time passes too', async () => {
  const clock = openSandboxClock(5000)
  const chained = new Promise<void>(resolve => clock.after(5, () => clock.after(5, resolve)))
  await chained
  expect(clock.now() - Date.now()).toBeGreaterThanOrEqual(4990)
  clock.stop()
})

test('durations of several units are parsed, and anything else is refused', () => {
  expect(durationShape.parse('1h30m')).toBe(5_400_000)
  expect(durationShape.parse('500ms')).toBe(500)
  expect(durationShape.parse(250)).toBe(250)
  expect(durationShape.safeParse('soon').success).toBe(false)
})
