// Runs one trial in a worker thread: feeds it messages, and ends it when it is late or cancelled.
import type { Worker } from 'node:worker_threads'
import { sleep } from '../../foundation/clock.ts'
import { type BeginTask, type SealedMessage, type Task, WorkerReply } from './tasks.ts'

export type TrialEnd = Extract<WorkerReply, { kind: 'end' }>

export interface RunOptions {
  task: BeginTask
  /** The next messages in order; an empty page is the end. */
  next(): Promise<SealedMessage[]>
  onReply(reply: WorkerReply): void
  /** Ends the run early, with what was counted so far. */
  signal: AbortSignal
}

/** A thread that does not end within this time after a stop is considered hung. */
const stopTimeoutMs = 3000

/** Resolves with the end of the run, or null when the thread hung or died and must be replaced. */
export async function runTrial(worker: Worker, { task, next, onReply, signal }: RunOptions): Promise<TrialEnd | null> {
  const done = Promise.withResolvers<TrialEnd | null>()
  const finished = new AbortController()
  const post = (message: Task) => worker.postMessage(message)
  // One page ahead, so that the thread never waits for the database.
  let nextPage: Promise<SealedMessage[]> | null = null
  const sendPage = async () => {
    const batch = await (nextPage ?? next())
    post({ kind: 'mails', run: task.run, messages: batch })
    nextPage = batch.length > 0 && !signal.aborted ? next() : null
    nextPage?.catch(() => undefined)
  }
  const onMessage = (message: unknown) => {
    const reply = WorkerReply.parse(message)
    if (reply.run !== task.run) return
    if (reply.kind === 'more') sendPage().catch(done.reject)
    else if (reply.kind === 'end') done.resolve(reply)
    else if (reply.kind === 'failed') done.reject(new Error(reply.problem))
    else onReply(reply)
  }
  const onExit = () => done.resolve(null)
  const onStop = () => {
    post({ kind: 'stop', run: task.run })
    void sleep(stopTimeoutMs, finished.signal).then(() => done.resolve(null))
  }
  worker.on('message', onMessage).once('exit', onExit)
  signal.addEventListener('abort', onStop)
  try {
    post(task)
    if (signal.aborted) onStop()
    return await done.promise
  } finally {
    finished.abort()
    worker.off('message', onMessage).off('exit', onExit)
    signal.removeEventListener('abort', onStop)
  }
}
