// Tests when trouble of WhatsApp pauses our number, and when it may be about one message.
import { expect, test } from 'vitest'
import { addTrouble, hasWorkedSince, isVisibleTrouble, type ServiceTrouble } from './trouble.ts'

const now = new Date('2026-11-26T12:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const failed = (...phones: string[]) => phones.map(destinationId => ({ destinationId, startedAt: at(-1) }))
const calm = { isProbe: false, isPaused: false, now }

test('a single phone pauses nobody, however often it fails', () => {
  let trouble: ServiceTrouble | null = null
  for (let n = 0; n < 20; n++) {
    const next: ReturnType<typeof addTrouble> = addTrouble(trouble, failed('a'), calm)
    expect(next.pauseUntil).toBeNull()
    trouble = next.trouble
  }
  expect(trouble).toEqual({ since: at(-1), destinationIds: ['a'], pauses: 0 })
})

test('three phones pause the number, and each failed probe pauses it longer, up to a minute', () => {
  const first = addTrouble(null, failed('a', 'b'), calm)
  expect(first.pauseUntil).toBeNull()
  let { trouble, pauseUntil } = addTrouble(first.trouble, failed('c'), calm)
  expect(pauseUntil).toEqual(at(2))
  const pauses: number[] = []
  for (let probe = 0; probe < 7; probe++) {
    ;({ trouble, pauseUntil } = addTrouble(trouble, failed('d'), { ...calm, isProbe: true }))
    pauses.push(((pauseUntil?.getTime() ?? 0) - now.getTime()) / 1000)
  }
  expect(pauses).toEqual([4, 8, 16, 32, 60, 60, 60])
})

test('what fails while the number pauses makes the pause no longer', () => {
  const { trouble } = addTrouble(null, failed('a', 'b', 'c'), calm)
  expect(addTrouble(trouble, failed('d', 'e'), { ...calm, isPaused: true })).toMatchObject({ pauseUntil: null, trouble: { pauses: 1 } })
})

test('trouble is worth telling after two minutes', () => {
  const trouble = { since: now, destinationIds: [], pauses: 0 }
  expect([isVisibleTrouble(trouble, at(119)), isVisibleTrouble(trouble, at(120))]).toEqual([false, true])
})

test('a failure is the message’s own only if something else got through since it was last tried', () => {
  expect(hasWorkedSince(null, null)).toBe(true)
  expect(hasWorkedSince({ since: at(0) }, at(0))).toBe(false)
  expect(hasWorkedSince({ since: at(0) }, null)).toBe(false)
  // Everything failed, then something succeeded, then it failed again.
  expect(hasWorkedSince({ since: at(30) }, at(0))).toBe(true)
})
