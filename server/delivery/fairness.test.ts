// Tests that ten thousand emails for one user delay nobody else noticeably, nor urgent email by more than seconds.
import { expect, test } from 'vitest'
import type { MemoryClaim } from './memory-claims.fixture.ts'
import { openMemoryQueue } from './memory-queue.fixture.ts'
import { deliveryPolicy } from './policy.ts'
import { openDice, openVirtualClock } from './virtual-time.fixture.ts'
import { startWorker } from './worker.ts'

const phones = 40
const lastMs = 4 * 60_000
const readPolicy = (digestFrom: number) =>
  deliveryPolicy({
    burst: 10,
    refillMs: 6_000,
    unknownWaitMs: 60_000,
    retryBaseMs: 5_000,
    sendTimeoutMs: 10_000,
    digestFrom,
    announcePatienceMs: 10_000,
    announceGapMs: 3_600_000,
    numberPerSecond: 8,
  })

interface Waits {
  ordinary: number[]
  urgent: number[]
  /** The waits of the phone that gets many emails. */
  busy: number[]
}

/** How long emails wait until they are sent: every phone gets one every ten seconds, and one phone gets `much` more at once. */
async function waitsWith(much: number, digestFrom: number): Promise<Waits> {
  const dice = openDice(7)
  const clock = openVirtualClock()
  const queue = openMemoryQueue(readPolicy(digestFrom), clock.now, dice.next)
  const cameAt = new Map<string, number>()
  const waits: Waits = { ordinary: [], urgent: [], busy: [] }
  const enqueue = (lane: string, id: string, urgent: boolean) => {
    cameAt.set(id, clock.now().getTime())
    queue.enqueue(lane, id, { urgent })
  }
  for (let phone = 0; phone < phones; phone++)
    for (let ms = dice.below(20_000), n = 0; ms < lastMs; ms += dice.below(20_000), n++)
      clock.at(ms, () => enqueue(`phone ${phone}`, `mail ${phone}.${n}`, dice.below(20) === 0))
  clock.at(60_000, () => Array.from({ length: much }, (_, n) => enqueue('busy', `busy ${n}`, false)))
  for (let ms = 70_000; ms < lastMs && much > 0; ms += 20_000) clock.at(ms, () => enqueue('busy', `urgent busy ${ms}`, true))
  const noteLeaving = (claim: MemoryClaim) => {
    for (const id of claim.kind === 'digest' ? claim.memberIds : [claim.id]) {
      const waitedMs = clock.now().getTime() - (cameAt.get(id) ?? 0)
      const isUrgent = queue.deliveries.get(id)?.urgent
      waits[isUrgent ? 'urgent' : claim.lane === 'busy' ? 'busy' : 'ordinary'].push(waitedMs)
    }
  }
  const worker = startWorker<MemoryClaim>({
    claim: async limits => {
      const claims = await queue.claim(limits)
      claims.forEach(noteLeaving)
      return claims
    },
    laneOf: claim => claim.lane,
    prepare: claim => async () => {
      await clock.sleep(100 + dice.below(400))
      return { kind: 'sent', wamid: claim.id }
    },
    recordOutcomes: queue.recordOutcomes,
    nextDueAt: queue.nextDueAt,
    leaseUntil: claim => claim.leaseUntil,
    clock,
    policy: { concurrency: 20 },
    onError: error => expect.unreachable(String(error)),
  })
  for (let ms = 0; ms < lastMs; ms = await clock.step());
  await Promise.all([worker.stop(), clock.drain()])
  return waits
}

const percentile = (waits: number[], share: number): number => waits.toSorted((a, b) => a - b)[Math.floor(waits.length * share)] ?? 0

test.each([
  ['singly', 0],
  ['in digests', 10],
])('ten thousand emails for one phone, sent %s, do not make the others wait 50% longer', async (_, digestFrom) => {
  const [alone, beside] = [await waitsWith(0, digestFrom), await waitsWith(10_000, digestFrom)]
  expect(alone.ordinary.length).toBeGreaterThan(500)
  expect(percentile(beside.ordinary, 0.99)).toBeLessThanOrEqual(1.5 * percentile(alone.ordinary, 0.99))
  expect(beside.busy.length).toBeGreaterThan(25)
  expect(percentile(beside.urgent, 0.95)).toBeLessThan(7_000)
})
