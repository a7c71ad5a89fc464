// Time that tests and the sandbox can move.
import { expect, test } from 'vitest'
import { movableClock } from './clock.ts'

test('a sleeper wakes at once when the clock is moved past its hour', async () => {
  const clock = movableClock()
  const started = performance.now()
  const slept = clock.sleep(3_600_000)
  clock.moveTo(3_600_001)
  await slept
  expect(performance.now() - started).toBeLessThan(60_000)
})

test('a sleeper sleeps on when the clock moves less than it needs', async () => {
  const clock = movableClock()
  let awake = false
  const slept = clock.sleep(3_600_000).then(() => (awake = true))
  clock.moveTo(1_800_000)
  await new Promise(done => setTimeout(done, 20))
  expect(awake).toBe(false)
  clock.moveTo(3_700_000)
  await slept
})

test('aborting ends a sleep without an error', async () => {
  const stop = new AbortController()
  const slept = movableClock().sleep(3_600_000, stop.signal)
  stop.abort()
  await expect(slept).resolves.toBeUndefined()
})

test('repeated work never overlaps itself and stops after the run under way', async () => {
  const clock = movableClock()
  let running = 0
  let most = 0
  let runs = 0
  const repeated = clock.every(1, async () => {
    most = Math.max(most, ++running)
    await new Promise(done => setTimeout(done, 5))
    running--
    runs++
  })
  await new Promise(done => setTimeout(done, 60))
  await repeated.stop()
  expect(most).toBe(1)
  expect(running).toBe(0)
  expect(runs).toBeGreaterThan(1)
})
