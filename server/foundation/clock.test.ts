// Tests clocks that tests and the sandbox can move.
import { expect, test } from 'vitest'
import { movableClock } from './clock.ts'

test('a sleeper wakes at once when the clock is moved past its wake time', async () => {
  const clock = movableClock()
  const started = performance.now()
  const sleeping = clock.sleep(3_600_000)
  clock.moveTo(3_600_001)
  await sleeping
  expect(performance.now() - started).toBeLessThan(60_000)
})

test('a sleeper keeps sleeping when the clock moves less than it needs', async () => {
  const clock = movableClock()
  let awake = false
  const sleeping = clock.sleep(3_600_000).then(() => (awake = true))
  clock.moveTo(1_800_000)
  await new Promise(done => setTimeout(done, 20))
  expect(awake).toBe(false)
  clock.moveTo(3_700_000)
  await sleeping
})

test('aborting ends a sleep without an error', async () => {
  const stop = new AbortController()
  const sleeping = movableClock().sleep(3_600_000, stop.signal)
  stop.abort()
  await expect(sleeping).resolves.toBeUndefined()
})

test('repeated work never overlaps, and stopping waits for the current run', async () => {
  const clock = movableClock()
  let running = 0
  let maxRunning = 0
  let runs = 0
  const repeated = clock.every(1, async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await new Promise(done => setTimeout(done, 5))
    running--
    runs++
  })
  await new Promise(done => setTimeout(done, 60))
  await repeated.stop()
  expect(maxRunning).toBe(1)
  expect(running).toBe(0)
  expect(runs).toBeGreaterThan(1)
})

test('a clock of the machine that is set back while somebody sleeps holds up nobody', async () => {
  const real = Date.now
  const sleeping = movableClock().sleep(50)
  Date.now = () => real() - 3_600_000
  try {
    const began = performance.now()
    await sleeping
    expect(performance.now() - began).toBeLessThan(5000)
  } finally {
    Date.now = real
  }
})

test('correcting the clock changes the time and wakes nobody', async () => {
  const clock = movableClock()
  let awake = false
  const sleeping = clock.sleep(3_600_000).then(() => (awake = true))
  clock.correctBy(7_200_000)
  await new Promise(done => setTimeout(done, 20))
  expect([awake, Math.round((clock.now().getTime() - Date.now()) / 1000)]).toEqual([false, 7200])
  clock.moveTo(3_600_001)
  await sleeping
})
