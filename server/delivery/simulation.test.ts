// Thousands of schedules of workers, crashes, lost answers and late reports, each from a seed, checked by who received what.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outcome } from '../../core/delivery/outcome.ts'
import { type MemoryClaim, type MemoryQueue, openMemoryQueue, type PlantedBug } from './memory.ts'
import { deliveryPolicy } from './policy.ts'
import { startWorker, type Worker } from './worker.ts'

const policy = deliveryPolicy({
  burst: 3,
  refillMs: 2_000,
  unknownWaitMs: 20_000,
  retryBaseMs: 1_000,
  sendTimeoutMs: 5_000,
  foldFrom: 4,
  announcePatienceMs: 3_000,
  announceGapMs: 20_000,
  numberPerSecond: 8,
})
const troubleMs = 120_000
const longestMs = 3 * 3_600_000

test('whatever crashes, gets lost or comes late: in order, once, twice only in doubt, and every mail ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async seed => {
      expect(await simulate(seed)).toEqual([])
    }),
    { numRuns: 2_000 },
  )
}, 240_000)

test.each<PlantedBug>(['overtakes', 'sends_doubts_at_once', 'forgets_first_doubt', 'settles_for_others', 'sleeps_after_failure', 'deaf'])(
  'a queue that %s is found out',
  async bug => {
    for (let seed = 1; seed <= 400; seed++) if ((await simulate(seed, bug)).length > 0) return
    throw new Error(`400 schedules did not find the queue that ${bug}.`)
  },
  120_000,
)

/** Runs one schedule to its end; returns what went wrong in it. */
async function simulate(seed: number, bug?: PlantedBug): Promise<string[]> {
  const dice = openDice(seed)
  const clock = openVirtualClock()
  const queue = openMemoryQueue(policy, clock.now, dice.next, bug)
  const world: World = {
    dice,
    clock,
    queue,
    wrong: [],
    accepted: new Map(),
    echoedAt: new Map(),
    settled: new Set(),
    tries: new Map(),
    doubtedAt: new Map(),
    flying: new Set(),
  }
  const mails = 3 + dice.below(12)
  for (let i = 0; i < mails; i++) clock.at(dice.below(60_000), () => queue.enqueue(`lane ${dice.below(3)}`, `mail ${i}`))
  const workers = Array.from({ length: 1 + dice.below(3) }, () => startHost(world))
  for (let ms = 0; ms < longestMs && !(ms > troubleMs && queue.areAllFinal()); ms = await clock.step());
  await Promise.all([...workers.map(w => w.stop()), clock.drain()])
  for (const d of queue.deliveries.values()) if (!queue.areAllFinal()) world.wrong.push(`${d.id} is still ${d.state}`)
  return world.wrong
}

interface World {
  dice: Dice
  clock: VirtualClock
  queue: MemoryQueue
  wrong: string[]
  /** How often the phone has received each mail. */
  accepted: Map<string, number>
  /** When its first report came. */
  echoedAt: Map<string, number>
  settled: Set<string>
  /** How many tries of each mail have not been refused, so that they may have arrived. */
  tries: Map<string, number>
  doubtedAt: Map<string, number>
  /** Claims of hosts that live. */
  flying: Set<MemoryClaim>
}

/** A host that may be cut off at any moment, and is then replaced. */
function startHost(world: World): { stop(): Promise<void> } {
  let life = openLife(world)
  const cut = () => {
    if (world.clock.now().getTime() > troubleMs) return
    life.end()
    life = openLife(world)
    world.clock.at(5_000 + world.dice.below(60_000), cut)
  }
  if (world.dice.below(2) === 0) world.clock.at(world.dice.below(60_000), cut)
  return { stop: () => life.worker.stop() }
}

function openLife(world: World): { worker: Worker; end(): void } {
  const { queue, clock, wrong } = world
  let isAlive = true
  const mine = new Set<MemoryClaim>()
  // A host that is cut off neither sees an answer nor writes one.
  const alive = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = isAlive ? await work() : undefined
    return isAlive && result !== undefined ? result : new Promise<never>(() => undefined)
  }
  const worker = startWorker<MemoryClaim>({
    claim: limit =>
      alive(async () => {
        const claims = await queue.claim(limit)
        checkFlying(world)
        for (const claim of claims) checkClaim(world, claim)
        for (const claim of claims) mine.add(claim)
        return claims
      }),
    send: claim => alive(() => send(world, claim)),
    settle: done =>
      alive(async () => {
        await queue.settle(done)
        for (const { claimed, outcome } of done) noteSettled(world, claimed, outcome)
        return true
      }).then(() => undefined),
    nextDueAt: () => alive(async () => (await queue.nextDueAt()) ?? new Date(clock.now().getTime() + 1_000)),
    leaseUntil: claim => claim.leaseUntil,
    clock,
    policy: { concurrency: 2 },
    onError: error => wrong.push(String(error)),
  })
  return {
    worker,
    end: () => {
      isAlive = false
      for (const claim of mine) world.flying.delete(claim)
    },
  }
}

function checkClaim({ queue, wrong, settled, tries, doubtedAt, clock, flying }: World, claim: MemoryClaim): void {
  const before = queue.waiting(claim.lane)[0]
  if (before && before.id !== claim.id) wrong.push(`${claim.id} overtakes ${before.id}, which is ${before.state}`)
  if (settled.has(claim.id)) wrong.push(`${claim.id} is sent again though it was known to be sent`)
  const maybe = tries.get(claim.id) ?? 0
  if (maybe > 1) wrong.push(`${claim.id} is tried again though ${maybe} tries may have arrived`)
  const sinceMs = clock.now().getTime() - (doubtedAt.get(claim.id) ?? Number.NEGATIVE_INFINITY)
  if (sinceMs < policy.retry.echoWaitMs) wrong.push(`${claim.id} waited ${sinceMs} ms for its echo`)
  tries.set(claim.id, maybe + 1)
  flying.add(claim)
}

/** Nobody doubts a sender that lives and whose claim holds. */
function checkFlying({ flying, queue, clock, wrong }: World): void {
  for (const claim of flying) {
    const state = queue.deliveries.get(claim.id)?.state
    if (claim.leaseUntil > clock.now() && (state === 'unknown' || state === 'queued'))
      wrong.push(`${claim.id} is ${state} though it is being sent`)
  }
}

function noteSettled({ flying, settled, tries, doubtedAt, clock }: World, claimed: MemoryClaim, outcome: Outcome): void {
  flying.delete(claimed)
  if (outcome.kind === 'sent') settled.add(claimed.id)
  if (outcome.kind === 'unknown') doubtedAt.set(claimed.id, clock.now().getTime())
  if (outcome.kind === 'retry' || outcome.kind === 'failed') tries.set(claimed.id, (tries.get(claimed.id) ?? 1) - 1)
}

/** The messenger: it takes a message or not, answers or not, and reports later. */
async function send(world: World, claim: MemoryClaim): Promise<Outcome> {
  const { dice, clock } = world
  const isCalm = clock.now().getTime() > troubleMs
  await clock.sleep(isCalm ? 100 : dice.below(4_000))
  const fate = isCalm ? 9 : dice.below(10)
  if (fate === 0) return { kind: 'retry', reason: 'temporary', afterMs: null, scope: 'delivery' }
  if (fate === 1) return { kind: 'failed', reason: 'bad_request', stop: 'delivery' }
  if (fate === 2) return { kind: 'unknown', reason: 'no_answer' }
  accept(world, claim)
  // Some answers take longer than the claim holds: their host is taken for dead.
  if (fate === 4) await clock.sleep(policy.leaseMs + dice.below(30_000))
  return fate === 3 ? { kind: 'unknown', reason: 'no_answer' } : { kind: 'sent', wamid: `wamid ${claim.id}` }
}

function accept({ accepted, echoedAt, wrong, clock, queue, dice }: World, { id, leaseUntil }: MemoryClaim): void {
  const times = (accepted.get(id) ?? 0) + 1
  accepted.set(id, times)
  if (times > 2) wrong.push(`${id} reached the phone ${times} times`)
  const startedAtMs = leaseUntil.getTime() - policy.leaseMs
  if (startedAtMs > (echoedAt.get(id) ?? startedAtMs)) wrong.push(`${id} was sent again though its echo had come`)
  // One echo in four comes later than anybody waits for it.
  const echoMs = dice.below(4) === 0 ? dice.below(90_000) : dice.below(10_000)
  for (const event of ['sent', 'delivered', 'sent', 'read'] as const) {
    clock.at(echoMs + dice.below(3_000), () => {
      queue.report(id, event)
      if (!echoedAt.has(id)) echoedAt.set(id, clock.now().getTime())
    })
  }
}

type Dice = ReturnType<typeof openDice>

/** Mulberry32. */
function openDice(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, below: (n: number) => Math.floor(next() * n) }
}

type VirtualClock = ReturnType<typeof openVirtualClock>

/** Time passes only when everybody sleeps. */
function openVirtualClock() {
  let nowMs = 0
  let timers: { atMs: number; run: () => void }[] = []
  const at = (afterMs: number, run: () => void) => {
    const timer = { atMs: nowMs + afterMs, run }
    timers.push(timer)
    return timer
  }
  const settleDown = () => new Promise<void>(resolve => setImmediate(resolve))
  async function step(): Promise<number> {
    await settleDown()
    const next = timers.reduce<(typeof timers)[number] | undefined>((first, t) => (first && first.atMs <= t.atMs ? first : t), undefined)
    if (!next) return Number.POSITIVE_INFINITY
    timers = timers.filter(t => t !== next)
    nowMs = Math.max(nowMs, next.atMs)
    next.run()
    return nowMs
  }
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>(resolve => {
      if (signal?.aborted) return resolve()
      const timer = at(ms, resolve)
      signal?.addEventListener('abort', () => {
        timers = timers.filter(t => t !== timer)
        resolve()
      })
    })
  const drain = async () => {
    for (let i = 0; i < 200 && timers.length > 0; i++) await step()
  }
  return { now: () => new Date(nowMs), at, step, sleep, drain }
}
