// The clock that tests can move.
import { expect, test } from 'vitest'
import { durationShape, openClock } from './clock.ts'

test('moving the clock runs what falls due, in order, and nothing else', () => {
  const clock = openClock()
  const ran: string[] = []
  clock.after(3_600_000, () => ran.push('second'))
  clock.after(60_000, () => ran.push('first'))
  clock.after(86_400_000, () => ran.push('tomorrow'))
  const cancel = clock.after(1000, () => ran.push('cancelled'))
  cancel()
  clock.advance(7_200_000)
  expect(ran).toEqual(['first', 'second'])
  expect(clock.offsetMs()).toBe(7_200_000)
  clock.stop()
})

test('a task may plan another; time goes on by itself too', async () => {
  const clock = openClock(5000)
  const both = new Promise<void>(done => clock.after(5, () => clock.after(5, done)))
  await both
  expect(clock.now() - Date.now()).toBeGreaterThanOrEqual(4990)
  clock.stop()
})

test('durations are read in parts and refused when they are none', () => {
  expect(durationShape.parse('1h30m')).toBe(5_400_000)
  expect(durationShape.parse('500ms')).toBe(500)
  expect(durationShape.parse(250)).toBe(250)
  expect(durationShape.safeParse('soon').success).toBe(false)
})
