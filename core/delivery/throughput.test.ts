// The pace of a number: never above its limit in any second, slower after a refusal, and soon as fast as before.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draw, drawAnswer, type Flow, fullFlow, readyAtMs, slowDown } from './throughput.ts'

const most = 80

test('in any second no more leave than the limit, whoever asks and when', () => {
  const asks = fc.array(fc.record({ afterMs: fc.nat(200), wanted: fc.nat(40), isAnswer: fc.boolean() }), { maxLength: 80 })
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 200 }), asks, (limit, all) => {
      let flow = fullFlow(limit, 0)
      let nowMs = 0
      const left: { atMs: number; n: number }[] = []
      for (const { afterMs, wanted, isAnswer } of all) {
        nowMs += afterMs
        const drawn = isAnswer ? drawAnswer(flow, limit, nowMs) : draw(flow, wanted, limit, nowMs)
        flow = drawn.flow
        left.push({ atMs: nowMs, n: drawn.granted })
      }
      for (const { atMs } of left) {
        const inSecond = left.filter(l => l.atMs >= atMs && l.atMs < atMs + 1_000).reduce((sum, l) => sum + l.n, 0)
        expect(inSecond).toBeLessThanOrEqual(limit)
      }
    }),
  )
})

test('who asks all the time gets seven eighths of the limit', () => {
  let flow = fullFlow(most, 0)
  let granted = 0
  for (let nowMs = 0; nowMs < 60_000; nowMs = Math.max(nowMs + 1, readyAtMs(flow, most, nowMs))) {
    const drawn = draw(flow, 20, most, nowMs)
    flow = drawn.flow
    granted += drawn.granted
  }
  expect(granted / 60).toBeGreaterThan(most * 0.85)
})

test('however many mails wait, an answer leaves at once', () => {
  let flow = fullFlow(most, 0)
  for (let nowMs = 0; nowMs < 10_000; nowMs += 5) {
    flow = draw(flow, 100, most, nowMs).flow
    if (nowMs % 50 > 0) continue
    const answer = drawAnswer(flow, most, nowMs)
    expect(answer.granted).toBe(1)
    flow = answer.flow
  }
})

test('a refusal halves the pace, again and again down to one a second, and it grows back in a minute', () => {
  const slow = slowDown(fullFlow(most, 0))
  expect(slow.perSecond).toBe(40)
  expect(draw(slow, 0, most, 30_000).flow.perSecond).toBe(80)
  let slowest: Flow = slow
  for (let i = 0; i < 20; i++) slowest = slowDown(slowest)
  expect(slowest.perSecond).toBe(1)
  expect(draw(slowest, 0, most, 60_000).flow.perSecond).toBe(80)
})

test('waiting until it is ready always helps, also on a clock that was set back', () => {
  fc.assert(
    fc.property(
      fc.float({ min: 0, max: 10, noNaN: true }),
      fc.integer({ min: 1, max: 80 }),
      fc.integer({ min: -5_000, max: 5_000 }),
      (tokens, perSecond, nowMs) => {
        const flow = { tokens, refilledAtMs: 0, perSecond }
        const readyMs = readyAtMs(flow, most, nowMs)
        expect(readyMs).toBeGreaterThanOrEqual(nowMs)
        expect(readyMs - nowMs).toBeLessThan(5_000)
        expect(draw({ ...flow, refilledAtMs: Math.min(0, nowMs) }, 1, most, readyMs).granted).toBe(1)
      },
    ),
  )
})
