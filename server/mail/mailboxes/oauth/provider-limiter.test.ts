// Tests what limits requests to a sign-in provider: how many ask at once, and what happens when it doesn't answer.
import { expect, test } from 'vitest'
import { openLog } from '../../../foundation/log.ts'
import { openProviderLimiter } from './provider-limiter.ts'

const away = new Error('away')

function openAt() {
  let nowMs = 0
  let most = 0
  let running = 0
  const pending: { answer: () => void; fail: () => void }[] = []
  const limiter = openProviderLimiter({
    ...{ provider: 'microsoft', log: openLog('silent'), now: () => new Date(nowMs) },
    isOutage: error => error === away,
  })
  const ask = () =>
    limiter
      .ask(async () => {
        most = Math.max(most, ++running)
        await new Promise<void>((resolve, reject) => pending.push({ answer: resolve, fail: () => reject(away) })).finally(() => running--)
      })
      .then(
        () => 'answered',
        (error: unknown) => (error === away ? 'away' : 'refused'),
      )
  const settle = () => new Promise<void>(done => setImmediate(done))
  return { ask, pending, settle, most: () => most, pass: (ms: number) => (nowMs += ms) }
}

test('at first five ask at once, and once it has answered twenty; the others wait for their turn', async () => {
  const { ask, pending, settle, most } = openAt()
  const asked = Promise.all(Array.from({ length: 60 }, ask))
  await settle()
  expect(most()).toBe(5)
  while (pending.length > 0) {
    pending.shift()?.answer()
    await settle()
  }
  expect(most()).toBe(20)
  expect(new Set(await asked)).toEqual(new Set(['answered']))
})

test('when two get no answer, all who wait are refused at once, and after a pause a single one asks', async () => {
  const { ask, pending, settle, pass } = openAt()
  const asked = Array.from({ length: 30 }, ask)
  await settle()
  while (pending.length > 0) {
    pending.shift()?.fail()
    await settle()
  }
  const outcomes = await Promise.all(asked)
  expect(outcomes.filter(outcome => outcome === 'away').length).toBeLessThanOrEqual(6)
  expect(await ask()).toBe('refused')
  pass(15_000)
  const [probe, second] = [ask(), ask()]
  await settle()
  expect(pending).toHaveLength(1)
  pending.shift()?.answer()
  expect(await probe).toBe('answered')
  await settle()
  pending.shift()?.answer()
  expect(await second).toBe('answered')
})
