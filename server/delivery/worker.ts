// Sends what is due: claims, sends some at a time, settles what came of it, and sleeps until the next lane is due.
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { Clock } from '../clock.ts'

/** All that the loop touches; `C` is a claimed delivery. */
export interface Hands<C> {
  claim(limit: number): Promise<C[]>
  /** Settles for every outcome; what it throws counts as unknown, because something may have left. */
  send(claimed: C): Promise<Outcome>
  /** Must be safe to repeat. */
  settle(done: { claimed: C; outcome: Outcome }[]): Promise<void>
  /** When the next lane is due; null when nothing waits. */
  nextDueAt(): Promise<Date | null>
  /** Has the claim run out? Then somebody else may have it, and it is not sent. */
  leaseUntil(claimed: C): Date
  clock: Pick<Clock, 'now' | 'sleep'>
  policy: { concurrency: number }
  onError(error: unknown, doing: 'claim' | 'send' | 'settle'): void
}

export interface Worker {
  /** Something may be due: look now. */
  wake(): void
  /** Claims nothing more; resolves when all that is in flight has been settled. */
  stop(): Promise<void>
}

const longestRestMs = 1_000
const shortestRestMs = 10
const settleBatch = 50
const settleTries = 30

export function startWorker<C>(hands: Hands<C>): Worker {
  const loop = { hands, stopping: new AbortController(), nudge: new AbortController(), inFlight: new Set<Promise<void>>() }
  const settler = openSettler(hands, loop.stopping.signal)
  const running = run(loop, settler)
  return {
    wake: () => loop.nudge.abort(),
    async stop() {
      loop.stopping.abort()
      await running
    },
  }
}

interface Loop<C> {
  hands: Hands<C>
  stopping: AbortController
  nudge: AbortController
  inFlight: Set<Promise<void>>
}

async function run<C>(loop: Loop<C>, settled: (claimed: C, outcome: Outcome) => Promise<void>): Promise<void> {
  const { hands, stopping, inFlight } = loop
  while (!stopping.signal.aborted) {
    // Renewed before anything is looked at, so that a wake-up meanwhile is not lost.
    loop.nudge = new AbortController()
    const room = hands.policy.concurrency - inFlight.size
    const claimed = room > 0 ? await tryTo(hands, 'claim', () => hands.claim(room)) : []
    for (const one of claimed ?? []) launch(loop, one, settled)
    if (!claimed?.length || inFlight.size >= hands.policy.concurrency) await rest(loop)
  }
  await Promise.all(inFlight)
}

function launch<C>(loop: Loop<C>, claimed: C, settled: (claimed: C, outcome: Outcome) => Promise<void>): void {
  const flight = sendOne(loop.hands, claimed)
    .then(outcome => settled(claimed, outcome))
    .finally(() => {
      loop.inFlight.delete(flight)
      loop.nudge.abort()
    })
  loop.inFlight.add(flight)
}

async function sendOne<C>(hands: Hands<C>, claimed: C): Promise<Outcome> {
  if (hands.leaseUntil(claimed) <= hands.clock.now()) return { kind: 'retry', reason: 'claim_lost', afterMs: null, scope: 'delivery' }
  const outcome = await tryTo(hands, 'send', () => hands.send(claimed))
  return outcome ?? { kind: 'unknown', reason: 'interrupted' }
}

async function rest<C>({ hands, stopping, nudge, inFlight }: Loop<C>): Promise<void> {
  const isFull = inFlight.size >= hands.policy.concurrency
  const dueAt = isFull ? null : await tryTo(hands, 'claim', () => hands.nextDueAt())
  const untilDueMs = dueAt ? dueAt.getTime() - hands.clock.now().getTime() : longestRestMs
  const restMs = Math.min(longestRestMs, Math.max(shortestRestMs, untilDueMs))
  await hands.clock.sleep(restMs, AbortSignal.any([stopping.signal, nudge.signal]))
}

/** Settles one batch at a time: while one is written, the next gathers. */
function openSettler<C>(hands: Hands<C>, stopping: AbortSignal) {
  const waiting: { claimed: C; outcome: Outcome; resolve: () => void }[] = []
  let isWriting = false
  const write = async () => {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, settleBatch)
      await settleSurely(hands, batch, stopping)
      for (const { resolve } of batch) resolve()
    }
    isWriting = false
  }
  return (claimed: C, outcome: Outcome) =>
    new Promise<void>(resolve => {
      waiting.push({ claimed, outcome, resolve })
      void write()
    })
}

// An outcome that is not written down becomes an unknown one when its claim runs out, so it is worth many tries.
async function settleSurely<C>(hands: Hands<C>, batch: { claimed: C; outcome: Outcome }[], stopping: AbortSignal): Promise<void> {
  const settle = (part: typeof batch) =>
    tryTo(hands, 'settle', async () => {
      await hands.settle(part)
      return true
    })
  if (await settle(batch)) return
  let left = batch
  for (let n = 1; left.length > 0 && n < settleTries; n++) {
    await hands.clock.sleep(stopping.aborted ? shortestRestMs : longestRestMs, stopping)
    const results: typeof batch = []
    // One by one, so that what cannot be written does not keep the others from it.
    for (const one of left) if (!(await settle([one]))) results.push(one)
    left = results
  }
}

async function tryTo<C, T>(hands: Hands<C>, doing: 'claim' | 'send' | 'settle', work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    hands.onError(error, doing)
    return undefined
  }
}
