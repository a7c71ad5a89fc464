// A thread that tries filters on kept mail: one run after the other, each in slices between which it hears what is said.
import { parentPort } from 'node:worker_threads'
import { count, newTally, type Tally } from '../../../core/filters/trial/tally.ts'
import { breathe, elapsed, sleep } from '../../clock.ts'
import { comparedMails, exampleFrom } from './example.ts'
import { type Bench, judge, nearMissOf, openBench, sampleOf } from './judge.ts'
import { type OpenMail, openMail, openShelves, type Shelf } from './shelf.ts'
import { stepBack } from './step-back.ts'
import type { BeginTask, Said, SealedMail, Task } from './wire.ts'

/** So long a thread works before it hears whether it shall stop. */
const sliceMs = 5
const progressMs = 100
/** Opened mail is forgotten when nobody has tried anything for so long. */
const keptMs = 60_000

stepBack()
const shelves = openShelves()
let current: Run | null = null

interface Run {
  task: BeginTask
  /** Mails that came and were not looked at yet; null at the end. */
  waiting: (SealedMail[] | null)[]
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
  if (current === run) shelves.clear()
}

async function look(run: Run): Promise<void> {
  const { task } = run
  const bench = openBench(task)
  const tally = newTally()
  const names: string[] = []
  const missing = new Set(task.picked)
  const looked: OpenMail[] = []
  const pace = { sliceAt: elapsed(), toldAt: elapsed() }
  for await (const mail of mailsOf(run)) {
    if (task.sinceMs !== null && mail.arrivedMs < task.sinceMs) break
    looked.push(mail)
    if (task.want === 'example') {
      missing.delete(mail.id)
      if (looked.length >= comparedMails && missing.size === 0) break
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
function weigh(bench: Bench, { run, want }: BeginTask, tally: Tally, mail: OpenMail): boolean {
  const judged = judge(bench, mail)
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

/** The person's mails, the newest first: those on the shelf, and what came or was not opened yet as it is handed in. */
async function* mailsOf(run: Run): AsyncGenerator<OpenMail> {
  const { extent, userId } = run.task
  const shelf = shelves.of(userId)
  if (shelf.extent && isSame(shelf.extent, extent)) return yield* shelf.mails
  const opened: OpenMail[] = []
  try {
    for await (const mail of openedOf(run, shelf)) {
      opened.push(mail)
      yield mail
    }
  } finally {
    // Also when the run is stopped: the next draft goes on from here.
    if (opened.length >= shelf.mails.length) shelves.put(shelf, opened, opened.length === extent.count ? extent : null)
  }
}

async function* openedOf(run: Run, shelf: Shelf): AsyncGenerator<OpenMail> {
  const { task } = run
  const known = new Map(shelf.mails.map((mail, i) => [mail.id, i]))
  let count = 0
  for (let sealed = await next(run); sealed && !run.isStopped; sealed = await next(run))
    for (const one of sealed) {
      const at = known.get(one.id)
      count++
      yield (at === undefined ? undefined : shelf.mails[at]) ?? openMail(task, one)
      // From here on all that is left is on the shelf, in this order.
      const rest = at === undefined ? [] : shelf.mails.slice(at + 1, at + 1 + task.extent.count - count)
      if (at !== undefined && count + rest.length === task.extent.count) return yield* rest
    }
}

async function next(run: Run): Promise<SealedMail[] | null> {
  say({ kind: 'more', run: run.task.run })
  while (run.waiting.length === 0 && !run.isStopped) await new Promise<void>(heard => Object.assign(run, { heard }))
  return run.waiting.shift() ?? null
}

const isSame = (a: BeginTask['extent'], b: BeginTask['extent']): boolean =>
  a.count === b.count && a.newest === b.newest && a.oldest === b.oldest

const countsOf = ({ looked, matched, gained, lost, unknown }: Tally) => ({ looked, matched, gained, lost, unknown })

const say = (said: Said): void => parentPort?.postMessage(said)
