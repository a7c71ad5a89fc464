// Runs one trial in a worker thread: feeds it messages, and ends it when it is late or cancelled.
import type { Worker } from 'node:worker_threads'
import { sleep } from '../../foundation/clock.ts'
import { type BeginTask, type SealedMessage, type Task, WorkerReply } from './tasks.ts'

export type End = Extract<WorkerReply, { kind: 'end' }>

export interface RunOptions {
  task: BeginTask
  /** The next mails, the newest first; none are the end. */
  next(): Promise<SealedMessage[]>
  hear(said: WorkerReply): void
  /** Ends the run early: what was counted so far is its end. */
  signal: AbortSignal
}

/** A thread that is told to stop and says nothing for so long hangs. */
const patienceMs = 3000

/** The end of the run, or null when the thread failed, hung or died: it is not sound any more. */
export async function runTrial(worker: Worker, { task, next, hear, signal }: RunOptions): Promise<End | null> {
  const done = Promise.withResolvers<End | null>()
  const over = new AbortController()
  const post = (message: Task) => worker.postMessage(message)
  // One page ahead, so that the thread never waits for the database.
  let ahead: Promise<SealedMessage[]> | null = null
  const hand = async () => {
    const mails = await (ahead ?? next())
    post({ kind: 'mails', run: task.run, mails })
    ahead = mails.length > 0 && !signal.aborted ? next() : null
    ahead?.catch(() => undefined)
  }
  const onMessage = (message: unknown) => {
    const said = WorkerReply.parse(message)
    if (said.run !== task.run) return
    if (said.kind === 'more') hand().catch(done.reject)
    else if (said.kind === 'end') done.resolve(said)
    else if (said.kind === 'failed') done.reject(new Error(said.problem))
    else hear(said)
  }
  const onDeath = () => done.resolve(null)
  const onStop = () => {
    post({ kind: 'stop', run: task.run })
    void sleep(patienceMs, over.signal).then(() => done.resolve(null))
  }
  worker.on('message', onMessage).once('exit', onDeath)
  signal.addEventListener('abort', onStop)
  try {
    post(task)
    if (signal.aborted) onStop()
    return await done.promise
  } finally {
    over.abort()
    worker.off('message', onMessage).off('exit', onDeath)
    signal.removeEventListener('abort', onStop)
  }
}
