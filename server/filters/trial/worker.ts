// The trial worker thread: runs filters over stored messages in slices, checking for new tasks between them.
import { parentPort } from 'node:worker_threads'
import { count, newTally, type TrialTally } from '../../../core/filters/trial/tally.ts'
import { breathe, elapsed, sleep } from '../../foundation/clock.ts'
import { nearMissOf, openTrialEngine, sampleOf, type TrialEngine, tryOn } from './engine.ts'
import { exampleFrom, maxComparedMessages } from './example.ts'
import { lowerPriority } from './lower-priority.ts'
import { type CachedMessages, type OpenedMessage, openMessage, openMessageCache } from './message-cache.ts'
import type { BeginTask, SealedMessage, Task, WorkerReply } from './tasks.ts'

/** So long a thread works before it hears whether it shall stop. */
const sliceMs = 5
const progressMs = 100
/** Opened mail is forgotten when nobody has tried anything for so long. */
const keptMs = 60_000

lowerPriority()
const cache = openMessageCache()
let current: Run | null = null

interface Run {
  task: BeginTask
  /** Mails that came and were not looked at yet; null at the end. */
  waiting: (SealedMessage[] | null)[]
  heard(): void
  isStopped: boolean
}

parentPort?.on('message', (task: Task) => {
  if (task.kind === 'begin') void begin(task)
  else if (current?.task.run === task.run) {
    if (task.kind === 'stop') current.isStopped = true
    else current.waiting.push(task.mails.length > 0 ? task.mails : null)
    current.heard()
  }
})

async function begin(task: BeginTask): Promise<void> {
  const run: Run = { task, waiting: [], heard: () => undefined, isStopped: false }
  current = run
  try {
    await look(run)
  } catch (error) {
    say({ kind: 'failed', run: task.run, problem: String(error).slice(0, 200) })
  }
  await sleep(keptMs)
  if (current === run) cache.clear()
}

async function look(run: Run): Promise<void> {
  const { task } = run
  const bench = openTrialEngine(task)
  const tally = newTally()
  const names: string[] = []
  const missing = new Set(task.picked)
  const looked: OpenedMessage[] = []
  const pace = { sliceAt: elapsed(), toldAt: elapsed() }
  for await (const mail of mailsOf(run)) {
    if (task.sinceMs !== null && mail.arrivedMs < task.sinceMs) break
    looked.push(mail)
    if (task.want === 'example') {
      missing.delete(mail.id)
      if (looked.length >= maxComparedMessages && missing.size === 0) break
    } else if (weigh(bench, task, tally, mail)) names.push(mail.id)
    if (elapsed() - pace.toldAt > progressMs) {
      pace.toldAt = elapsed()
      say({ kind: 'progress', run: task.run, ...countsOf(tally) })
    }
    if (elapsed() - pace.sliceAt > sliceMs) {
      await breathe()
      pace.sliceAt = elapsed()
    }
    if (run.isStopped) break
  }
  say({
    kind: 'end',
    run: task.run,
    ...countsOf(tally),
    sinceMs: looked.at(-1)?.arrivedMs ?? null,
    names: task.want === 'names' ? names : [],
    example: task.want === 'example' ? exampleFrom(bench, looked, task.picked) : null,
  })
}

/** Counts one mail and shows it where it is one of the first of its kind; true where the draft holds. */
function weigh(bench: TrialEngine, { run, want }: BeginTask, tally: TrialTally, mail: OpenedMessage): boolean {
  const judged = tryOn(bench, mail)
  const shown = count(tally, judged.draft, judged.saved)
  const isMatch = judged.draft === true
  if (want !== 'show' || shown === null) return isMatch
  if (shown !== 'near') say({ kind: 'sample', run, sample: sampleOf(bench, mail, judged.run, shown) })
  else {
    const near = nearMissOf(bench, mail, judged.run)
    if (near) {
      tally.near++
      say({ kind: 'near', run, near })
    }
  }
  return isMatch
}

/** The person's mails, the newest first: those in the cache, and what came or was not opened yet as it is handed in. */
async function* mailsOf(run: Run): AsyncGenerator<OpenedMessage> {
  const { extent, userId } = run.task
  const cached = cache.of(userId)
  if (cached.extent && isSame(cached.extent, extent)) return yield* cached.mails
  const opened: OpenedMessage[] = []
  try {
    for await (const mail of openedOf(run, cached)) {
      opened.push(mail)
      yield mail
    }
  } finally {
    // Also when the run is stopped: the next draft goes on from here.
    if (opened.length >= cached.mails.length) cache.put(cached, opened, opened.length === extent.count ? extent : null)
  }
}

async function* openedOf(run: Run, cached: CachedMessages): AsyncGenerator<OpenedMessage> {
  const { task } = run
  const known = new Map(cached.mails.map((mail, i) => [mail.id, i]))
  let count = 0
  for (let sealed = await next(run); sealed && !run.isStopped; sealed = await next(run))
    for (const one of sealed) {
      const at = known.get(one.id)
      count++
      yield (at === undefined ? undefined : cached.mails[at]) ?? openMessage(task, one)
      // From here on all that is left is in the cache, in this order.
      const rest = at === undefined ? [] : cached.mails.slice(at + 1, at + 1 + task.extent.count - count)
      if (at !== undefined && count + rest.length === task.extent.count) return yield* rest
    }
}

async function next(run: Run): Promise<SealedMessage[] | null> {
  say({ kind: 'more', run: run.task.run })
  while (run.waiting.length === 0 && !run.isStopped) await new Promise<void>(heard => Object.assign(run, { heard }))
  return run.waiting.shift() ?? null
}

const isSame = (a: BeginTask['extent'], b: BeginTask['extent']): boolean =>
  a.count === b.count && a.newest === b.newest && a.oldest === b.oldest

const countsOf = ({ looked, matched, gained, lost, unknown }: TrialTally) => ({ looked, matched, gained, lost, unknown })

const say = (said: WorkerReply): void => parentPort?.postMessage(said)
