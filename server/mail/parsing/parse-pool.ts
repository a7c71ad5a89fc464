// The pool of parser threads: started on demand, killed when they hang, released when idle.
import { Worker } from 'node:worker_threads'
import { z } from 'zod/mini'
import { MailView } from '../../../core/message/view.ts'
import { elapsed, sleep } from '../../foundation/clock.ts'
import type { ParseTask } from './parse-worker.ts'

export interface ParseResult {
  view: MailView | null
  /** What a page was packed into; null where none was asked for, or there is none. */
  page: Uint8Array | null
  /** The bytes of its files; null where none were asked for. */
  files: FileBytes[] | null
  late: boolean
}

export interface ParsePool {
  /** Waits for a free thread, which may then work for `timeoutMs`. Never rejects. */
  run(task: ParseTask, timeoutMs: number): Promise<ParseResult>
  /** How many there are now. */
  size(): number
  stop(): Promise<void>
}

export interface PoolOptions {
  workers: number
  memoryMb: number
  idleMs: number
}

/** A thread that is not ready by then never will be. */
const startMs = 30_000

export function openPool({ workers: most, memoryMb, idleMs }: PoolOptions): ParsePool {
  // The one that worked last is taken first, so that the others grow old.
  const idle: { worker: Worker; since: number }[] = []
  const waiting: (() => void)[] = []
  const all = new Set<Worker>()
  const stopping = new AbortController()
  let busy = 0
  let isWatching = false

  const take = async (): Promise<Worker | null> => {
    if (busy >= most) await new Promise<void>(go => waiting.push(go))
    else busy++
    return stopping.signal.aborted ? null : (idle.pop()?.worker ?? start())
  }
  const give = (worker: Worker | null) => {
    if (worker) idle.push({ worker, since: elapsed() })
    const next = waiting.shift()
    if (next) next()
    else busy--
    if (worker) void letGo()
  }
  const start = async (): Promise<Worker | null> => {
    const worker = newThread(memoryMb)
    all.add(worker)
    // A dying thread may report an error after nobody waits for it any more.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      all.delete(worker)
      const at = idle.findIndex(one => one.worker === worker)
      if (at >= 0) idle.splice(at, 1)
    })
    const first = listen(worker)
    const found = await within(first.next, startMs)
    first.stop()
    if (found !== 'late' && found.said === 'ready') return worker
    await worker.terminate()
    return null
  }
  const letGo = async (): Promise<void> => {
    if (isWatching) return
    isWatching = true
    for (let [oldest] = idle; oldest && !stopping.signal.aborted; [oldest] = idle) {
      const leftMs = idleMs - (elapsed() - oldest.since)
      if (leftMs > 0) await sleep(leftMs, stopping.signal)
      else await idle.shift()?.worker.terminate()
    }
    isWatching = false
  }
  return {
    async run(task, timeoutMs) {
      if (stopping.signal.aborted) return nothing
      const worker = await take()
      const answer = worker ? await ask(worker, task, timeoutMs) : { ...nothing, isSound: false }
      if (worker && !answer.isSound) await worker.terminate()
      give(answer.isSound ? worker : null)
      return { view: answer.view, page: answer.page, files: answer.files, late: answer.late }
    },
    size: () => all.size,
    async stop() {
      stopping.abort()
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}

function newThread(memoryMb: number): Worker {
  // An empty environment: what parses hostile mail has no use for our secrets.
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  worker.unref()
  return worker
}

/** A file of a mail, by its place among them. */
const FileBytes = z.object({ n: z.number(), name: z.string(), type: z.string(), bytes: z.instanceof(Uint8Array) })
export type FileBytes = z.infer<typeof FileBytes>

const nothing: ParseResult = { view: null, page: null, files: null, late: false }

const Answer = z.union([
  z.object({ view: MailView }),
  z.object({ page: z.nullable(z.instanceof(Uint8Array)) }),
  z.object({ files: z.array(FileBytes) }),
  z.object({ problem: z.string() }),
])

/** One mail through one thread, which is sound when it answers, be it that it cannot read the mail. */
async function ask(worker: Worker, task: ParseTask, timeoutMs: number): Promise<ParseResult & { isSound: boolean }> {
  const before = await workedMs(worker)
  const answer = listen(worker)
  worker.postMessage(task)
  let found = await within(answer.next, timeoutMs)
  // A busy machine gives a thread a part of the time only: it has what it was promised in work, and twice that by the clock.
  for (let waitedMs = timeoutMs; found === 'late' && waitedMs < patience * timeoutMs; ) {
    const leftMs = timeoutMs - ((await workedMs(worker)) - before)
    if (!(leftMs > leastMs)) break
    found = await within(answer.next, leftMs)
    waitedMs += leftMs
  }
  answer.stop()
  if (found === 'late') return { ...nothing, late: true, isSound: false }
  const read = Answer.safeParse(found.said)
  const said = read.success ? read.data : { problem: '' }
  return {
    view: 'view' in said ? said.view : null,
    page: 'page' in said ? said.page : null,
    files: 'files' in said ? said.files : null,
    late: false,
    isSound: read.success,
  }
}

const patience = 2
const leastMs = 20

/** What the thread has worked, by the clock of the processor; without end where that cannot be known (before Node 24.6). */
async function workedMs(worker: Worker): Promise<number> {
  const asked: unknown = Reflect.get(worker, 'cpuUsage')
  if (typeof asked !== 'function') return Infinity
  const used = worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => Infinity,
  )
  const found = await within(used, 500)
  return found === 'late' ? Infinity : found
}

/** What the thread says next; null when it dies. */
function listen(worker: Worker): { next: Promise<{ said: unknown }>; stop(): void } {
  const { promise: next, resolve } = Promise.withResolvers<{ said: unknown }>()
  const said = (message: unknown) => resolve({ said: message })
  const died = () => resolve({ said: null })
  worker.once('message', said).once('error', died).once('exit', died)
  return { next, stop: () => void worker.off('message', said).off('error', died).off('exit', died) }
}

async function within<T>(awaited: Promise<T>, ms: number): Promise<T | 'late'> {
  const done = new AbortController()
  const found = await Promise.race([awaited, sleep(ms, done.signal).then(() => 'late' as const)])
  done.abort()
  return found
}
