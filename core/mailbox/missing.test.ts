// Tests how long a listed email that is not returned is retried.
import { expect, test } from 'vitest'
import { countFetch, type FetchTries, isGivenUp } from './missing.ts'

const minute = (n: number) => new Date(n * 60_000)
const asked = (minutes: number[]): FetchTries | undefined =>
  minutes.reduce<FetchTries | undefined>((before, at) => countFetch(before, minute(at)), undefined)

test.each([
  ['often, but within minutes', [0, 1, 2, 3, 4, 5, 6, 7, 8], 8, false],
  ['for hours, but rarely', [0, 30, 60, 90], 90, false],
  ['eight times in more than an hour', [0, 1, 2, 5, 10, 20, 40, 61], 61, true],
])('asked %s', (_, minutes, now, isOver) => {
  const told = asked(minutes)
  expect(told && isGivenUp(told, minute(now))).toBe(isOver)
})
