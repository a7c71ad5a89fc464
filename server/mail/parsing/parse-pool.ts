// Runs a pool of parser threads: started on demand, killed when they hang, released when idle.
import { Worker } from 'node:worker_threads'
import { z } from 'zod/mini'
import { MailView } from '../../../core/message/view.ts'
import { elapsed, sleep } from '../../foundation/clock.ts'
import type { ParseTask } from './parse-worker.ts'

export interface ParseResult {
  view: MailView | null
  /** The packed page; null when it was not requested or there is none. */
  page: Uint8Array | null
  /** The files with their bytes; null when they were not requested. */
  files: FileBytes[] | null
  late: boolean
}

export interface ParsePool {
  /** Waits for a free thread, which may then run for `timeoutMs`. Never rejects. */
  run(task: ParseTask, timeoutMs: number): Promise<ParseResult>
  /** The current number of threads. */
  size(): number
  stop(): Promise<void>
}

export interface PoolOptions {
  workers: number
  memoryMb: number
  idleMs: number
}

/** A thread that isn't ready by then never will be. */
const startMs = 30_000

export function openParsePool({ workers: maxWorkers, memoryMb, idleMs }: PoolOptions): ParsePool {
  // The most recently used thread is taken first, so that the others become idle.
  const idle: { thread: Thread; since: number }[] = []
  const waiting: (() => void)[] = []
  const all = new Set<Worker>()
  const stopping = new AbortController()
  let busy = 0
  let isWatching = false

  const take = async (): Promise<Thread | null> => {
    if (busy >= maxWorkers) await new Promise<void>(go => waiting.push(go))
    else busy++
    return stopping.signal.aborted ? null : (idle.pop()?.thread ?? start())
  }
  const give = (thread: Thread | null) => {
    if (thread) idle.push({ thread, since: elapsed() })
    const next = waiting.shift()
    if (next) next()
    else busy--
    if (thread) void letGo()
  }
  const start = async (): Promise<Thread | null> => {
    const worker = newThread(memoryMb)
    all.add(worker)
    // A dying thread may report an error when nothing awaits it anymore.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      all.delete(worker)
      const at = idle.findIndex(one => one.thread.worker === worker)
      if (at >= 0) idle.splice(at, 1)
    })
    const first = awaitMessage(worker)
    const found = await withTimeout(first.next, startMs)
    first.stop()
    const ready = found === 'late' ? null : WorkerReply.safeParse(found.message)
    if (ready?.success && 'isReady' in ready.data) return { worker, cpuMs: ready.data.cpuMs }
    await worker.terminate()
    return null
  }
  const letGo = async (): Promise<void> => {
    if (isWatching) return
    isWatching = true
    for (let [oldest] = idle; oldest && !stopping.signal.aborted; [oldest] = idle) {
      const leftMs = idleMs - (elapsed() - oldest.since)
      if (leftMs > 0) await sleep(leftMs, stopping.signal)
      else await idle.shift()?.thread.worker.terminate()
    }
    isWatching = false
  }
  return {
    async run(task, timeoutMs) {
      if (stopping.signal.aborted) return noResult
      const thread = await take()
      const answer = thread ? await runTask(thread, task, timeoutMs) : { ...noResult, isHealthy: false }
      if (thread && !answer.isHealthy) await thread.worker.terminate()
      give(answer.isHealthy ? thread : null)
      return { view: answer.view, page: answer.page, files: answer.files, late: answer.late }
    },
    size: () => all.size,
    async stop() {
      stopping.abort()
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}

/** `cpuMs` is the CPU time it had used when it last replied. */
interface Thread {
  worker: Worker
  cpuMs: number
}

function newThread(memoryMb: number): Worker {
  // An empty environment, as code that parses hostile email must not see our secrets.
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  worker.unref()
  return worker
}

/** An email's file; `n` is its index. */
const FileBytes = z.object({ n: z.number(), name: z.string(), type: z.string(), bytes: z.instanceof(Uint8Array) })
export type FileBytes = z.infer<typeof FileBytes>

const noResult: ParseResult = { view: null, page: null, files: null, late: false }

const cpuMs = z.number()
const WorkerReply = z.union([
  z.object({ isReady: z.literal(true), cpuMs }),
  z.object({ view: MailView, cpuMs }),
  z.object({ page: z.nullable(z.instanceof(Uint8Array)), cpuMs }),
  z.object({ files: z.array(FileBytes), cpuMs }),
  z.object({ problem: z.string(), cpuMs }),
])

/** Sends one task to a thread; the thread is healthy if it responds, even with a failure to parse. */
async function runTask(thread: Thread, task: ParseTask, timeoutMs: number): Promise<ParseResult & { isHealthy: boolean }> {
  const { worker, cpuMs: before } = thread
  const answer = awaitMessage(worker)
  worker.postMessage(task)
  let found = await withTimeout(answer.next, timeoutMs)
  // On a busy machine a thread gets only part of the time: it may use its timeout in CPU time, and twice that in wall time.
  for (let waitedMs = timeoutMs; found === 'late' && waitedMs < wallTimeFactor * timeoutMs; ) {
    const leftMs = timeoutMs - ((await readCpuMs(worker)) - before)
    if (!(leftMs > minMs)) break
    found = await withTimeout(answer.next, leftMs)
    waitedMs += leftMs
  }
  answer.stop()
  if (found === 'late') return { ...noResult, late: true, isHealthy: false }
  const read = WorkerReply.safeParse(found.message)
  const message = read.success ? read.data : { problem: '', cpuMs: before }
  thread.cpuMs = message.cpuMs
  return {
    view: 'view' in message ? message.view : null,
    page: 'page' in message ? message.page : null,
    files: 'files' in message ? message.files : null,
    late: false,
    isHealthy: read.success,
  }
}

const wallTimeFactor = 2
const minMs = 20

/** The thread's CPU time; Infinity where it can't be measured (before Node 24.6). */
async function readCpuMs(worker: Worker): Promise<number> {
  const asked: unknown = Reflect.get(worker, 'cpuUsage')
  if (typeof asked !== 'function') return Infinity
  const used = worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => Infinity,
  )
  const found = await withTimeout(used, 500)
  return found === 'late' ? Infinity : found
}

/** The thread's next message; null when it dies. */
function awaitMessage(worker: Worker): { next: Promise<{ message: unknown }>; stop(): void } {
  const { promise: next, resolve } = Promise.withResolvers<{ message: unknown }>()
  const onMessage = (message: unknown) => resolve({ message })
  const died = () => resolve({ message: null })
  worker.once('message', onMessage).once('error', died).once('exit', died)
  return { next, stop: () => void worker.off('message', onMessage).off('error', died).off('exit', died) }
}

async function withTimeout<T>(awaited: Promise<T>, ms: number): Promise<T | 'late'> {
  const done = new AbortController()
  const found = await Promise.race([awaited, sleep(ms, done.signal).then(() => 'late' as const)])
  // With a reason, none is made: that would take a stack trace.
  done.abort('done')
  return found
}
