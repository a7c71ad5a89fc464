// Tests our number's send rate: never above its limit in any second, slower after a refusal, and quick to recover.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fullThroughput, readyAtMs, slowDown, type Throughput, takeForEmails, takeForReply } from './throughput.ts'

const most = 80

test('no second exceeds the limit, whoever asks and when', () => {
  const asks = fc.array(fc.record({ afterMs: fc.nat(200), wanted: fc.nat(40), isAnswer: fc.boolean() }), { maxLength: 80 })
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 200 }), asks, (limit, all) => {
      let throughput = fullThroughput(limit, 0)
      let nowMs = 0
      const left: { atMs: number; n: number }[] = []
      for (const { afterMs, wanted, isAnswer } of all) {
        nowMs += afterMs
        const drawn = isAnswer ? takeForReply(throughput, limit, nowMs) : takeForEmails(throughput, wanted, limit, nowMs)
        throughput = drawn.throughput
        left.push({ atMs: nowMs, n: drawn.granted })
      }
      for (const { atMs } of left) {
        const inSecond = left.filter(l => l.atMs >= atMs && l.atMs < atMs + 1_000).reduce((sum, l) => sum + l.n, 0)
        expect(inSecond).toBeLessThanOrEqual(limit)
      }
    }),
  )
})

test('asking constantly yields seven eighths of the limit', () => {
  let throughput = fullThroughput(most, 0)
  let granted = 0
  for (let nowMs = 0; nowMs < 60_000; nowMs = Math.max(nowMs + 1, readyAtMs(throughput, most, nowMs))) {
    const drawn = takeForEmails(throughput, 20, most, nowMs)
    throughput = drawn.throughput
    granted += drawn.granted
  }
  expect(granted / 60).toBeGreaterThan(most * 0.85)
})

test('a reply is sent at once, however many emails wait', () => {
  let throughput = fullThroughput(most, 0)
  for (let nowMs = 0; nowMs < 10_000; nowMs += 5) {
    throughput = takeForEmails(throughput, 100, most, nowMs).throughput
    if (nowMs % 50 > 0) continue
    const answer = takeForReply(throughput, most, nowMs)
    expect(answer.granted).toBe(1)
    throughput = answer.throughput
  }
})

test('each refusal halves the pace, down to one per second, and it recovers within a minute', () => {
  const slow = slowDown(fullThroughput(most, 0))
  expect(slow.perSecond).toBe(40)
  expect(takeForEmails(slow, 0, most, 30_000).throughput.perSecond).toBe(80)
  let slowest: Throughput = slow
  for (let i = 0; i < 20; i++) slowest = slowDown(slowest)
  expect(slowest.perSecond).toBe(1)
  expect(takeForEmails(slowest, 0, most, 60_000).throughput.perSecond).toBe(80)
})

test('waiting until ready always helps, even after the clock was set back', () => {
  fc.assert(
    fc.property(
      fc.float({ min: 0, max: 10, noNaN: true }),
      fc.integer({ min: 1, max: 80 }),
      fc.integer({ min: -5_000, max: 5_000 }),
      (tokens, perSecond, nowMs) => {
        const throughput = { tokens, refilledAtMs: 0, perSecond }
        const readyMs = readyAtMs(throughput, most, nowMs)
        expect(readyMs).toBeGreaterThanOrEqual(nowMs)
        expect(readyMs - nowMs).toBeLessThan(5_000)
        expect(takeForEmails({ ...throughput, refilledAtMs: Math.min(0, nowMs) }, 1, most, readyMs).granted).toBe(1)
      },
    ),
  )
})
