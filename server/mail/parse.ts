// Turns raw mail into the filter view, in threads with a deadline and a memory cap; whatever comes, there is a view.
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { MailView } from '../../core/message/view.ts'
import { sleep } from '../clock.ts'
import type { ParseTask } from './parse-worker.ts'
import { headerValue, splitMail } from './raw.ts'

export interface RawMail {
  /** How it came. Nothing that a mail to our own address says of its checks is believed: no server of its reader's wrote it. */
  kind: 'imap' | 'address'
  raw: Buffer
  sizeBytes: number
  reduced: 'too_large' | null
  /** Keep what was sent beside what is shown, for filters that ask for it. */
  withSource?: boolean
  /** What we found ourselves about the sender of a mail to our own address. */
  auth?: MailView['auth'] | undefined
}

export interface Parser {
  /** Never rejects: a mail that cannot be parsed is known by its headers, and `unparsed` says why: too_large, too_slow or broken. */
  parse(mail: RawMail): Promise<MailView>
  stop(): Promise<void>
}

export interface ParserOptions {
  workers: number
  timeoutMs: number
  memoryMb?: number
}

/** Of a mail that could not be parsed no more than this is tried again. */
const headBytes = 64 * 1024
const headTimeoutMs = 2000

/** Threads are there before the first mail, and are replaced when they hang or die. */
export function openParser(options: ParserOptions): Parser {
  const pool = openPool(options.workers, options.memoryMb ?? 192)
  return {
    async parse(mail) {
      const view = await viewIn(pool, mail, options.timeoutMs)
      return mail.kind === 'address' ? { ...view, auth: mail.auth ?? null } : view
    },
    stop: pool.stop,
  }
}

async function viewIn(pool: Pool, { raw, sizeBytes, reduced, withSource = false }: RawMail, timeoutMs: number): Promise<MailView> {
  if (reduced) return (await pool.run(headTask(raw, sizeBytes, reduced), headTimeoutMs)).view ?? bareView(raw, sizeBytes, reduced)
  const whole = await pool.run({ raw, sizeBytes, unparsed: null, withSource }, timeoutMs)
  if (whole.view) return whole.view
  const why = whole.late ? 'too_slow' : 'broken'
  return (await pool.run(headTask(raw, sizeBytes, why), headTimeoutMs)).view ?? bareView(raw, sizeBytes, why)
}

interface Parsed {
  view: MailView | null
  late: boolean
}

interface Pool {
  run(task: ParseTask, timeoutMs: number): Promise<Parsed>
  stop(): Promise<void>
}

function openPool(most: number, memoryMb: number): Pool {
  const idle: Worker[] = []
  const waiting: (() => void)[] = []
  const all = new Set<Worker>()
  let busy = 0
  let isStopped = false

  const take = async (): Promise<Worker> => {
    if (busy >= most) await new Promise<void>(go => waiting.push(go))
    else busy++
    return idle.pop() ?? start()
  }
  const give = (worker: Worker | null) => {
    if (worker) idle.push(worker)
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
  const start = (): Worker => {
    // An empty environment: what parses hostile mail has no use for our secrets.
    const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    })
    all.add(worker)
    // A dying thread may report an error after nobody waits for it any more.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
    })
    worker.unref()
    return worker
  }
  for (let i = 0; i < most; i++) idle.push(start())
  return {
    async run(task, timeoutMs) {
      if (isStopped) return { view: null, late: false }
      const worker = await take()
      const parsed = await ask(worker, task, timeoutMs)
      const isSound = parsed.view !== null || parsed.refused
      if (!isSound) await worker.terminate()
      give(isSound ? worker : null)
      return parsed
    },
    async stop() {
      isStopped = true
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}

const Answer = z.union([z.object({ view: MailView }), z.object({ problem: z.string() })])

/** One mail through one thread; `refused` when the thread says itself that it cannot, and may go on. */
async function ask(worker: Worker, task: ParseTask, timeoutMs: number): Promise<Parsed & { refused: boolean }> {
  const done = new AbortController()
  const answer = new Promise<Parsed & { refused: boolean }>(settle => {
    const heard = (message: unknown) => {
      const read = Answer.safeParse(message)
      settle({
        view: read.success && 'view' in read.data ? read.data.view : null,
        late: false,
        refused: read.success && 'problem' in read.data,
      })
    }
    const died = () => settle({ view: null, late: false, refused: false })
    worker.once('message', heard)
    worker.once('error', died)
    worker.once('exit', died)
    done.signal.addEventListener('abort', () => worker.off('message', heard).off('error', died).off('exit', died))
  })
  worker.postMessage(task)
  const late = sleep(timeoutMs, done.signal).then(() => ({ view: null, late: true, refused: false }))
  const first = await Promise.race([answer, late])
  done.abort()
  return first
}

function headTask(raw: Buffer, sizeBytes: number, unparsed: string): ParseTask {
  const end = raw.length - splitMail(raw).body.length
  return { raw: raw.subarray(0, Math.min(end, headBytes)), sizeBytes, unparsed, withSource: false }
}

/** What is left to say of a mail whose very headers cannot be parsed. */
function bareView(raw: Buffer, sizeBytes: number, unparsed: string): MailView {
  const { head } = splitMail(raw)
  const line = (name: string) => (headerValue(head.slice(0, headBytes), name) ?? '').replaceAll('\0', '').slice(0, 1000)
  const none = { from: [], to: [], cc: [], replyTo: [], headers: [], attachments: [], deliveredTo: [] }
  return {
    ...none,
    subject: line('subject'),
    date: line('date') || null,
    messageId: line('message-id') || null,
    body: '',
    sizeBytes,
    truncated: true,
    unparsed,
    fetched: 'headers',
    calendar: null,
    auth: null,
  }
}
