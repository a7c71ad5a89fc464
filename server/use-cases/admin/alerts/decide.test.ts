// Tests that incidents open after a while, close after a while, and never flap; bugs are planted to see the tests catch them.
import { expect, test } from 'vitest'
import { type AlertLimit, type AlertState, type AlertStep, decideAlert } from './decide.ts'

type Decide = typeof decideAlert
const limit: AlertLimit = { threshold: 10, minutes: 3, badWhen: 'above' }
const start = Date.parse('2026-11-26T10:00:00Z')
const at = (minute: number) => new Date(start + minute * 60_000)

/** One value a minute; undefined is a minute without a check. Returns "minute effect" for each effect. */
function run(values: (number | null | undefined)[], decide: Decide = decideAlert, by = limit): string[] {
  let state: AlertState | null = null
  return values.flatMap((value, minute) => {
    if (value === undefined) return []
    const step: AlertStep = decide(state, value, by, at(minute))
    state = step.state
    return step.effect ? [`${minute} ${step.effect}`] : []
  })
}

const times = <T>(count: number, ...values: T[]): T[] => Array.from({ length: count }, () => values).flat()

test('it opens once the value was bad for the minutes of the rule, and closes once it was well for five', () => {
  expect(run([...times(6, 50), ...times(10, 0)])).toEqual(['3 open', '11 close'])
})

test('a value at the threshold is not above it; for days left, fewer are worse', () => {
  expect(run(times(10, 10))).toEqual([])
  const days: AlertLimit = { threshold: 14, minutes: 1, badWhen: 'below' }
  expect(run([...times(3, 13), ...times(4, 15), ...times(8, 60)], decideAlert, days)).toEqual(['1 open', '12 close'])
})

test('a short peak opens nothing, and what cannot be measured changes nothing', () => {
  expect(run(times(10, 50, 50, 0))).toEqual([])
  expect(run([...times(6, 50), ...times(30, null)])).toEqual(['3 open'])
  expect(run([50, null, null, 50])).toEqual(['3 open'])
})

test('two checks that are far apart do not prove what was between them', () => {
  expect(run([50, ...times(20, undefined), 50])).toEqual([])
})

/** A value that swings around the threshold for two hours, after it was clearly bad. */
const swinging = [...times(6, 50), ...times(12, ...times(6, 9), ...times(4, 11))]

const checksOfFlapping = (decide: Decide): boolean => run(swinging, decide).length === 1

test('a value that swings around its threshold opens one incident', () => {
  expect(run(swinging)).toEqual(['3 open'])
})

const planted: Record<string, Decide> = {
  'it closes at the threshold itself': (last, value, by, now) =>
    decideAlert(last, value !== null && last?.isOpen && value <= by.threshold ? 0 : value, by, now),
  'it neither waits to open nor to close': (last, value, by, now) => {
    const isOpen = value !== null && value > by.threshold
    return {
      state: { isOpen, changingSince: null, checkedAt: now },
      effect: isOpen === (last?.isOpen ?? false) ? null : isOpen ? 'open' : 'close',
    }
  },
  'it forgets that an incident is open': (_, value, by, now) =>
    decideAlert({ isOpen: false, changingSince: at(-60), checkedAt: at(-1) }, value, by, now.getTime() > at(0).getTime() ? at(0) : now),
}

test.each(Object.entries(planted))('planted: %s, and the test sees it', (_, decide) => {
  expect(checksOfFlapping(decideAlert)).toBe(true)
  expect(checksOfFlapping(decide)).toBe(false)
})
