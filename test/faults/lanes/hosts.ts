// Runs the real delivery worker on the real queue, with an unreliable network to the messenger.
import type { Outcome } from '../../../core/delivery/outcome.ts'
import { settleUsage } from '../../../server/billing/usage-store.ts'
import { markDispatched } from '../../../server/delivery/dispatch-queue.ts'
import type { ClaimedDelivery } from '../../../server/delivery/queue.ts'
import { sweepDeliveries } from '../../../server/delivery/sweep.ts'
import { type RecordedAttempt, startWorker, type Worker, type WorkerDeps } from '../../../server/delivery/worker.ts'
import { toOutcome } from '../../../server/whatsapp/errors.ts'
import { readPolicy } from '../../../server/wiring/app.ts'
import { deliveryWorkerDeps } from '../../../server/wiring/delivery.ts'
import type { Bubble } from './messenger.ts'
import type { LaneWorld } from './world.ts'

export interface HostOptions {
  count: number
  /** Of a hundred calls, so many meet a fault. */
  faults: number
  /** Of a hundred webhooks, so many are lost. */
  lostWebhooks: number
  /** Where a bug is planted. */
  wrapDeps?: (real: WorkerDeps<ClaimedDelivery>, world: LaneWorld) => WorkerDeps<ClaimedDelivery>
  /** The type of what leaves for a claim, as a bug would have it. */
  typeOf?: (claimed: ClaimedDelivery) => Bubble['type']
  carries?: (claimed: ClaimedDelivery) => string[]
}

export interface Hosts {
  /** A host ends at once, whatever it has in hand, and another begins. */
  kill(): void
  stop(): Promise<void>
}

const sweepMs = 10 * 60_000
const longMs = 1000

export function startHosts(world: LaneWorld, options: HostOptions): Hosts {
  const lives = Array.from({ length: options.count }, (_, i) => startLife(world, options, `host${i}`))
  let begun = options.count
  // As a webhook reaches one of them; the others look when they had planned to.
  const wake = () => lives[Math.floor(world.chance() * lives.length)]?.worker.wake()
  world.onChange(wake)
  const sweep = async () => {
    const { context, clock, db } = world
    await clock.work(() => sweepDeliveries(db, clock.now(), { policy: readPolicy(context.config), onFinal: settleUsage }))
    wake()
    world.clock.at(new Date(world.clock.now().getTime() + sweepMs), sweep)
  }
  world.clock.at(new Date(world.clock.now().getTime() + sweepMs), sweep)
  return {
    kill() {
      const place = Math.floor(world.chance() * lives.length)
      lives[place]?.end()
      lives[place] = startLife(world, options, `host${begun++}`)
    },
    stop: async () => void (await Promise.all(lives.map(life => life.worker.stop()))),
  }
}

function startLife(world: LaneWorld, options: HostOptions, name: string): { worker: Worker; end(): void } {
  const { clock, context, chance } = world
  const real = deliveryWorkerDeps({ ...context, config: { ...context.config, hostId: name } }, chance)
  let isAlive = true
  let dueAt: Date | null = null
  // One that is dead neither sees an answer nor writes one.
  const alive = async <T>(doing: () => Promise<T>): Promise<T> => {
    const result = isAlive ? { is: await clock.work(doing) } : null
    return result && isAlive ? result.is : new Promise<never>(() => undefined)
  }
  const deps = { ...real, prepare: (claimed: ClaimedDelivery) => (before: Before) => send(world, options, claimed, before) }
  const used = options.wrapDeps?.(deps, world) ?? deps
  const worker = startWorker<ClaimedDelivery>({
    ...used,
    // Often several emails of a lane at once, although sending is slow.
    claim: ({ lanes }) => alive(() => used.claim({ lanes, run: 1 + Math.floor(chance() * 5) })),
    recordOutcomes: done => alive(() => used.recordOutcomes(done)),
    // Sending takes time of the clock, so it does not hold it.
    prepare: claimed => {
      const sendPrepared = used.prepare(claimed)
      return async before => {
        const outcome = await sendPrepared(before)
        return isAlive ? outcome : new Promise<never>(() => undefined)
      }
    },
    nextDueAt: () =>
      alive(async () => {
        dueAt = await used.nextDueAt()
        return dueAt
      }),
    clock: { now: clock.now, sleep: (ms, signal) => clock.sleep(ms < longMs ? ms : untilDueMs(dueAt, clock.now()), signal) },
    onError: (error, doing) => world.problems.push(`${doing} threw: ${String(error)}`),
  })
  return {
    worker,
    end: () => {
      isAlive = false
      void worker.stop()
    },
  }
}

// Whatever changes wakes the hosts of this world, so that none of them need look each second.
const untilDueMs = (dueAt: Date | null, now: Date): number => (dueAt ? Math.max(longMs, dueAt.getTime() - now.getTime()) : 3_600_000)

type Before = RecordedAttempt<ClaimedDelivery> | null

async function send(world: LaneWorld, options: HostOptions, claimed: ClaimedDelivery, before: Before): Promise<Outcome> {
  const { clock, messenger, chance } = world
  const sent = before?.outcome.kind === 'sent' ? { ...before.claimed, wamid: before.outcome.wamid } : null
  const [isOurs] = await clock.work(() => markDispatched(world.db, [{ ...claimed, before: sent }], clock.now()))
  if (!isOurs) return { kind: 'retry', reason: 'claim_lost', afterMs: null, scope: 'delivery' }
  await clock.sleep(60 + chance() * 240)
  const fault = chance() * 100 < options.faults ? (['busy', 'broken', 'never', 'reset', 'cut'] as const)[Math.floor(chance() * 5)] : null
  if (fault === 'busy') return refusal(429, 131016)
  if (fault === 'broken') return refusal(500, 131000)
  if (fault === 'never') {
    await clock.sleep(10_000)
    return toOutcome({ kind: 'transport', mayHaveArrived: true, reason: 'timeout' })
  }
  const taken = messenger.take(
    {
      phone: claimed.waId ?? '',
      type: (options.typeOf ?? typeOf)(claimed),
      deliveryId: claimed.deliveryId,
      carries: (options.carries ?? carries)(claimed),
    },
    clock.now(),
  )
  if ('refused' in taken) return refusal(400, taken.refused)
  const isUnanswered = fault === 'reset' || fault === 'cut'
  // An echo that is lost too leaves a doubt for ever; what was answered is told of in the end.
  if (!isUnanswered || chance() * 100 >= options.lostWebhooks) reportLater(world, options, taken.wamid)
  if (isUnanswered) return toOutcome({ kind: 'transport', mayHaveArrived: true, reason: 'connection' })
  return toOutcome({ kind: 'accepted', wamid: taken.wamid, waId: claimed.waId })
}

const typeOf = (claimed: ClaimedDelivery): Bubble['type'] => (claimed.kind === 'announcement' ? 'template' : 'free')
const carries = (claimed: ClaimedDelivery): string[] =>
  claimed.kind === 'mail' || claimed.kind === 'shown' ? [claimed.deliveryId] : claimed.memberIds

const refusal = (status: number, code: number): Outcome =>
  toOutcome({ kind: 'graph', status, code, subcode: null, isTransient: status >= 429, message: '', details: null, retryAfterMs: null })

/** Its statuses come in no promised order, some twice, some never; that it was delivered or read is told in the end. */
function reportLater(world: LaneWorld, { lostWebhooks }: HostOptions, wamid: string): void {
  const { clock, chance, messenger } = world
  const bubble = messenger.bubbles.find(one => one.wamid === wamid)
  if (!bubble) return
  const isLost = () => chance() * 100 < lostWebhooks
  const report = (status: 'sent' | 'delivered' | 'read', afterMs: number) => {
    const times = chance() < 0.1 ? 2 : 1
    for (let i = 0; i < times; i++)
      clock.at(new Date(clock.now().getTime() + afterMs + chance() * 2000), () => world.reportStatus(bubble, status))
  }
  const isRead = chance() < 0.3
  if (!isLost()) report('sent', 80)
  if (!isRead || !isLost()) report('delivered', 200)
  if (isRead) report('read', 5000)
}
