// Tests that hosts whose clocks are off, or are set while they run, follow PostgreSQL's.
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { type Clock, movableClock, systemClock } from '../clock.ts'
import { openLog } from '../log.ts'
import { followDatabaseClock, toleranceMs } from './follow-clock.ts'

const { db } = await testDatabase()
const log = openLog('silent')

/** A machine whose clock is off; `set` changes it while it runs. */
function machineOff(seconds: number): Clock & { set(seconds: number): void } {
  let offMs = seconds * 1000
  return { ...systemClock, now: () => new Date(systemClock.now().getTime() + offMs), set: by => void (offMs = by * 1000) }
}

async function following(machine: Clock) {
  const clock = movableClock()
  const follower = await followDatabaseClock({ db, machine, clock, log })
  onTestFinished(() => follower.stop())
  return clock
}

/** In the tests both run on one machine: this is by how much the clock was corrected, in seconds. */
const correctionOf = (clock: Clock) => Math.round((clock.now().getTime() - systemClock.now().getTime()) / 1000)

test.each([10, -10, 3600])('a clock that is %i s ahead is corrected', async seconds => {
  expect(correctionOf(await following(machineOff(seconds)))).toBe(-seconds)
})

test('a clock that is right within the tolerance is left alone', async () => {
  const clock = await following(machineOff(toleranceMs / 2000))
  expect(clock.now().getTime() - systemClock.now().getTime()).toBeLessThan(20)
})

test('a clock that is set while the host runs is corrected within seconds, and again when it is right', async () => {
  const machine = machineOff(0)
  const clock = await following(machine)
  expect(correctionOf(clock)).toBe(0)
  machine.set(-3600)
  await expect.poll(() => correctionOf(clock), { timeout: 5000 }).toBe(3600)
  machine.set(0)
  await expect.poll(() => correctionOf(clock), { timeout: 5000 }).toBe(0)
})
