// Tests which key signs, and how long an older one verifies.
import { expect, test } from 'vitest'
import { currentKey, planSigningKeys } from './signing-keys.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 26) + minutes * 60_000)
const key = (kid: string, minutes: number) => ({ kid, createdAt: at(minutes), signsAt: at(minutes) })
const hourMs = 3_600_000

test('a new key waits, and the older one signs until its time has come', () => {
  const keys = [key('new', 10), key('old', 0)]
  expect(currentKey(keys, at(9))?.kid).toBe('old')
  expect(currentKey(keys, at(10))?.kid).toBe('new')
  expect(planSigningKeys(keys, [], hourMs, at(9)).map(({ kid, state, retiresAt }) => [kid, state, retiresAt])).toEqual([
    ['new', 'next', null],
    ['old', 'signing', null],
  ])
})

test('an old key verifies until the last access token that it signed has expired', () => {
  const [, old] = planSigningKeys([key('new', 10), key('old', 0)], [], hourMs, at(11))
  expect(old).toMatchObject({ state: 'verifying', retiresAt: at(10 + 1 + 60) })
})

test('a service key that it signed keeps it longer; one signed by another key does not', () => {
  const keys = [key('third', 200), key('second', 100), key('first', 0)]
  const tokens = [
    { createdAt: at(120), expiresAt: at(50_000) },
    { createdAt: at(205), expiresAt: at(90_000) },
  ]
  const [third, second, first] = planSigningKeys(keys, tokens, hourMs, at(300))
  expect(third).toMatchObject({ state: 'signing', retiresAt: null })
  expect(second).toMatchObject({ state: 'verifying', retiresAt: at(50_000) })
  expect(first).toMatchObject({ state: 'verifying', retiresAt: at(100 + 1 + 60) })
})

test('the only key signs, even where the clock is behind', () => {
  expect(currentKey([key('only', 10)], at(0))?.kid).toBe('only')
  expect(planSigningKeys([key('only', 10)], [], hourMs, at(0))[0]).toMatchObject({ state: 'signing' })
})
