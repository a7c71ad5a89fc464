// Simulates thousands of seeded schedules with crashes, lost responses and late reports, and checks what phones received.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttemptOutcome, Outcome } from '../../core/delivery/outcome.ts'
import type { MemoryClaim } from './memory-claims.fixture.ts'
import type { PlantedBug } from './memory-lanes.fixture.ts'
import { type MemoryQueue, openMemoryQueue } from './memory-queue.fixture.ts'
import { deliveryPolicy } from './policy.ts'
import { type Dice, openDice, openVirtualClock, type VirtualClock } from './virtual-time.fixture.ts'
import { startWorker, type Worker } from './worker.ts'

const policy = deliveryPolicy({
  burst: 3,
  refillMs: 2_000,
  unknownWaitMs: 20_000,
  retryBaseMs: 1_000,
  sendTimeoutMs: 5_000,
  digestFrom: 4,
  announcePatienceMs: 3_000,
  announceGapMs: 20_000,
  numberPerSecond: 2,
})
// `SCHEDULES=1000000` runs a million schedules.
const schedules = Number(process.env['SCHEDULES'] ?? 1_000)
const troubleMs = 120_000
const longestMs = 3 * 3_600_000
const lanes = ['lane 0', 'lane 1', 'lane 2']

test(
  'whatever crashes, gets lost or is late: each email ends, in order, sent once, or twice only after an unknown outcome',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async seed => {
        expect(await simulate(seed)).toEqual([])
      }),
      { numRuns: schedules },
    )
  },
  120_000 + schedules * 200,
)

test.each<PlantedBug>([
  'overtakes',
  'resends_unknown_at_once',
  'forgets_first_unknown',
  'records_for_others',
  'sleeps_after_failure',
  'ignores_reports',
  'oversleeps',
  'loses_members',
  'lets_urgent_wait',
  'sends_while_closed',
  'ignores_pace',
])('a queue that %s is detected', async bug => {
  for (let seed = 1; seed <= 400; seed++) if ((await simulate(seed, bug)).length > 0) return
  throw new Error(`400 schedules did not detect the queue that ${bug}.`)
})

/** Runs one schedule to its end; returns the mistakes that it found. */
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
    knownSent: new Set(),
    tries: new Map(),
    doubtedAt: new Map(),
    announced: new Set(),
    tappedAt: new Map(),
    leftAt: [],
    flying: new Set(),
  }
  const mails = 3 + dice.below(20)
  for (let i = 0; i < mails; i++) clock.at(dice.below(60_000), () => enqueue(world, `mail ${i}`))
  for (const lane of lanes) for (let n = dice.below(3); n > 0; n--) clock.at(dice.below(troubleMs), () => queue.close(lane))
  tapFrom(world, dice.below(60_000))
  const workers = Array.from({ length: 1 + dice.below(3) }, () => startHost(world))
  for (let ms = 0; ms < longestMs && !(ms > troubleMs && queue.areAllFinal()); ms = await clock.step());
  await Promise.all([...workers.map(w => w.stop()), clock.drain()])
  for (const d of queue.deliveries.values()) if (!queue.areAllFinal()) world.wrong.push(`${d.id} is still ${d.state}`)
  return world.wrong
}

function enqueue({ dice, clock, queue }: World, id: string): void {
  const later = () => new Date(clock.now().getTime() + dice.below(60_000))
  const plans = [{ urgent: true }, { waitUntil: later() }, { waitUntil: later(), forDigest: true }, { forDigest: true }]
  queue.enqueue(`lane ${dice.below(3)}`, id, plans[dice.below(10)])
}

/** Users write now and then, and at the end all of them do, so that nothing waits for a tap forever. */
function tapFrom(world: World, afterMs: number): void {
  const { clock, dice, queue, announced, tappedAt } = world
  clock.at(afterMs, () => {
    const isCalm = clock.now().getTime() > troubleMs
    for (const lane of isCalm ? lanes : [`lane ${dice.below(3)}`]) {
      queue.receive(lane)
      tappedAt.set(lane, clock.now())
      for (const named of [...announced]) if (named.startsWith(`${lane}: `)) announced.delete(named)
    }
    if (clock.now().getTime() < longestMs && !(isCalm && queue.areAllFinal())) tapFrom(world, 20_000 + dice.below(40_000))
  })
}

interface World {
  dice: Dice
  clock: VirtualClock
  queue: MemoryQueue
  wrong: string[]
  /** How often the phone has received each email. */
  accepted: Map<string, number>
  /** When its first report arrived. */
  echoedAt: Map<string, number>
  knownSent: Set<string>
  /** How many attempts to send each email were not refused, so that they may have arrived. */
  tries: Map<string, number>
  doubtedAt: Map<string, number>
  /** `lane: email` for each email that an unanswered announcement named. */
  announced: Set<string>
  tappedAt: Map<string, Date>
  /** When messages of all lanes were sent. */
  leftAt: number[]
  /** The claims of hosts that are alive. */
  flying: Set<MemoryClaim>
}

/** The emails that a message delivers to the phone. */
const mailsOf = ({ kind, id, memberIds }: MemoryClaim): string[] => (kind === 'announcement' ? [] : kind === 'digest' ? memberIds : [id])
/** What must not be sent twice without need: the message's emails, or the announcement itself. */
const tellsOf = (claim: MemoryClaim): string[] => (claim.kind === 'announcement' ? [claim.id] : mailsOf(claim))

/** A host that may be cut off at any moment and is then replaced. */
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
  // A host that is cut off neither receives a response nor records one.
  const alive = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = isAlive ? await work() : undefined
    return isAlive && result !== undefined ? result : new Promise<never>(() => undefined)
  }
  const worker = startWorker<MemoryClaim>({
    claim: limits =>
      alive(async () => {
        const claims = await queue.claim(limits)
        checkFlying(world)
        checkSleep(world)
        for (const claim of claims) checkClaim(world, claim)
        for (const claim of claims) mine.add(claim)
        return claims
      }),
    laneOf: claim => claim.lane,
    prepare: claim => () => alive(() => send(world, claim)),
    recordOutcomes: done =>
      alive(async () => {
        await queue.recordOutcomes(done)
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

function checkClaim(world: World, claim: MemoryClaim): void {
  const { wrong, knownSent, tries, doubtedAt, clock, flying } = world
  checkPlace(world, claim)
  checkPace(world)
  for (const id of tellsOf(claim)) {
    if (knownSent.has(id)) wrong.push(`${id} is sent again though it was known to be sent`)
    const maybe = tries.get(id) ?? 0
    if (maybe > 1) wrong.push(`${id} is tried again though ${maybe} attempts may have arrived`)
    const sinceMs = clock.now().getTime() - (doubtedAt.get(id) ?? Number.NEGATIVE_INFINITY)
    if (sinceMs < policy.retry.echoWaitMs) wrong.push(`${id} waited only ${sinceMs} ms for its echo`)
    tries.set(id, maybe + 1)
  }
  flying.add(claim)
}

/** Checks the order in a lane: nothing is sent before its turn, before its time, or while its window is closed. */
function checkPlace({ queue, wrong, clock, announced }: World, claim: MemoryClaim): void {
  const line = queue.waiting(claim.lane)
  const isWindowOpen = queue.lanes.get(claim.lane)?.lastInboundAt !== null
  if (isWindowOpen === (claim.kind === 'announcement'))
    wrong.push(`${claim.id} is sent while the window is ${isWindowOpen ? 'open' : 'closed'}`)
  if (claim.kind === 'announcement') {
    for (const id of claim.memberIds) if (announced.has(`${claim.lane}: ${id}`)) wrong.push(`${id} is announced again`)
    return
  }
  if (mailsOf(claim).length === 0) wrong.push(`${claim.id} contains no emails`)
  const ready = line.filter(d => d.digestId === null && d.id !== claim.id && d.state !== 'unknown' && (!d.dueAt || d.dueAt <= clock.now()))
  const code = ready.find(d => d.urgent)
  const head = queue.deliveries.get(claim.id)
  if (!head) return
  if (code && !head.urgent) wrong.push(`${claim.id} is sent before the urgent ${code.id}`)
  for (const id of mailsOf(claim)) if (isEarly(queue, id, clock)) wrong.push(`${id} is sent before its time`)
  const before = head.urgent
    ? undefined
    : line.find(d => d.digestId === null && !d.urgent && d.kind !== 'announcement' && !isEarly(queue, d.id, clock))
  if (before && before.id !== claim.id) wrong.push(`${claim.id} overtakes ${before.id}, which is ${before.state}`)
}

const isEarly = (queue: MemoryQueue, id: string, clock: VirtualClock): boolean => (queue.deliveries.get(id)?.waitUntil ?? 0) > clock.now()

/** In no second are more messages sent than the number may send. */
function checkPace({ leftAt, clock, wrong }: World): void {
  leftAt.push(clock.now().getTime())
  const inSecond = leftAt.filter(at => at > clock.now().getTime() - 1_000).length
  if (inSecond > policy.numberPerSecond) wrong.push(`${inSecond} messages were sent in one second`)
}

/** A lane without a sender never sleeps past the time at which one of its deliveries is due. */
function checkSleep({ queue, clock, wrong }: World): void {
  for (const [name, { nextAt, leaseUntil }] of queue.lanes) {
    if (leaseUntil && leaseUntil > clock.now()) continue
    for (const mail of queue.nextWaitOf(name))
      if (!nextAt || (mail.waitUntil && nextAt > mail.waitUntil)) wrong.push(`${name} sleeps past the due time of ${mail.id}`)
  }
}

/** No delivery becomes unknown while its sender is alive and holds the claim. */
function checkFlying({ flying, queue, clock, wrong }: World): void {
  for (const claim of flying) {
    const state = queue.deliveries.get(claim.id)?.state
    if (claim.leaseUntil > clock.now() && (state === 'unknown' || state === 'queued'))
      wrong.push(`${claim.id} is ${state} though it is being sent`)
  }
}

function noteSettled(
  { flying, knownSent, tries, doubtedAt, announced, tappedAt, clock }: World,
  claimed: MemoryClaim,
  outcome: AttemptOutcome,
): void {
  flying.delete(claimed)
  for (const id of tellsOf(claimed)) {
    if (outcome.kind === 'sent') knownSent.add(id)
    if (outcome.kind === 'unknown') doubtedAt.set(id, clock.now().getTime())
    if (outcome.kind === 'retry' || outcome.kind === 'failed' || outcome.kind === 'held') tries.set(id, (tries.get(id) ?? 1) - 1)
  }
  const isAnswered = (tappedAt.get(claimed.lane) ?? 0) >= claimed.startedAt
  if (claimed.kind === 'announcement' && outcome.kind === 'sent' && !isAnswered)
    for (const id of claimed.memberIds) announced.add(`${claimed.lane}: ${id}`)
}

/** Simulates WhatsApp: it accepts a message or not, responds or not, and reports later. */
async function send(world: World, claim: MemoryClaim): Promise<Outcome> {
  const { dice, clock } = world
  const isCalm = clock.now().getTime() > troubleMs
  await clock.sleep(isCalm ? 100 : dice.below(4_000))
  const fate = isCalm ? 9 : dice.below(13)
  if (fate === 0) return { kind: 'retry', reason: 'temporary', afterMs: null, scope: 'delivery' }
  if (fate === 1) return { kind: 'failed', reason: 'bad_request', stop: 'delivery' }
  if (fate === 2) return { kind: 'unknown', reason: 'no_answer' }
  if (fate === 10) return { kind: 'retry', reason: 'throughput', afterMs: 2_000, scope: 'number' }
  if (fate === 11) return { kind: 'held', reason: claim.kind === 'announcement' ? 'no_template' : 'window_closed' }
  if (fate === 12) return { kind: 'failed', reason: 'undeliverable', stop: 'delivery' }
  accept(world, claim)
  // Some responses take longer than the claim lasts, so their host counts as dead.
  if (fate === 4) await clock.sleep(policy.leaseMs + dice.below(30_000))
  return fate === 3 ? { kind: 'unknown', reason: 'no_answer' } : { kind: 'sent', wamid: `wamid ${claim.id}` }
}

function accept({ accepted, echoedAt, wrong, clock, queue, dice }: World, claim: MemoryClaim): void {
  const { id, startedAt } = claim
  for (const told of tellsOf(claim)) {
    const times = (accepted.get(told) ?? 0) + 1
    accepted.set(told, times)
    if (times > 2) wrong.push(`${told} reached the phone ${times} times`)
  }
  if (startedAt.getTime() > (echoedAt.get(id) ?? startedAt.getTime())) wrong.push(`${id} was sent again though its echo had arrived`)
  // One echo in four arrives after nobody waits for it anymore.
  const echoMs = dice.below(4) === 0 ? dice.below(90_000) : dice.below(10_000)
  for (const event of ['sent', 'delivered', 'sent', 'read'] as const) {
    clock.at(echoMs + dice.below(3_000), () => {
      queue.report(id, event)
      if (!echoedAt.has(id)) echoedAt.set(id, clock.now().getTime())
    })
  }
}
