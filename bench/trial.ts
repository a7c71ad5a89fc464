// A draft tried on 10,000 kept mails (median 3 KB) while it is typed: through the real server, its database and its threads.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod/mini'
import { TrialLine } from '../core/api/filter-trials.ts'
import type { Condition } from '../core/filters/tree.ts'
import { startEmbedded } from '../server/foundation/db/embedded/supervisor.ts'
import { openPersonKeys } from '../server/foundation/db/keys.ts'
import { openDb, openPool } from '../server/foundation/db/pool.ts'
import { openLog } from '../server/foundation/log.ts'
import { openMasterKey } from '../server/foundation/seal.ts'
import { start } from '../test/faults/process.ts'
import { freePort } from '../test/free-port.ts'
import { keepMessages } from './trial-messages.ts'

const mails = 10_000
const rounds = 40
const watcher = pathToFileURL(join(import.meta.dirname, 'lag.ts')).href
const Session = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) })

/**
 * Milliseconds until the last line of the answer. `lag`: how late the server's event loop was meanwhile, at most; `idle_lag`: how late
 * that of a program was which did nothing, so what the machine itself costs; `stretch`: how long the server's loop worked without a
 * pause, whatever else the machine did. `first` opens the mail, which later drafts find open.
 */
export async function benchTrial(): Promise<string> {
  const world = await openWorld()
  try {
    const headers = await typed(world, i => ({ field: i % 2 ? 'from' : 'subject', operator: 'contains', values: [wordOf(i)] }))
    const bodies = await typed(world, i => ({ field: i % 2 ? 'body' : 'whole_body', operator: 'contains', values: [wordOf(i)] }))
    const hostile = await world.refusals()
    const part = (name: string, run: Typed) =>
      `${name}_first=${run.first} ${name}_p50=${percentile(run.all, 50)} ${name}_p95=${percentile(run.all, 95)}`
    return `trial mails=${mails} median_bytes=${world.medianBytes} rounds=${rounds} ${part('headers', headers)} ${part('bodies', bodies)} lag_max=${Math.max(headers.lag.late, bodies.lag.late)} idle_lag_max=${Math.max(headers.idle.late, bodies.idle.late)} stretch_max=${Math.max(headers.lag.worked, bodies.lag.worked)} refused_max=${hostile}`
  } finally {
    await world.close()
  }
}

interface Typed {
  /** Opens the mail of the person. */
  first: number
  all: number[]
  lag: Lag
  /** Of a program beside it. */
  idle: Lag
}

interface Lag {
  late: number
  worked: number
}

type World = Awaited<ReturnType<typeof openWorld>>

/** A person types one draft after the other; each answer is awaited. */
async function typed(world: World, draft: (i: number) => Condition): Promise<Typed> {
  const person = await world.person()
  const since = Date.now()
  const took: number[] = []
  for (let i = 0; i < rounds; i++) took.push(await world.attempt(person, draft(i)))
  const [first = Number.NaN] = took
  return { first, all: took, ...world.lagsSince(since) }
}

async function openWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-bench-'))
  chmodSync(folder, 0o755)
  const embedded = await startEmbedded(join(folder, 'data'), openLog('silent'))
  const port = await freePort()
  const [lagFile, idleFile, keyFile] = [join(folder, 'lag'), join(folder, 'idle'), join(folder, 'master.key')]
  const env = {
    PORT: String(port),
    SMTP_PORT: '0',
    DATA_DIR: join(folder, 'server'),
    DATABASE_URL: embedded.url,
    MASTER_KEY_FILE: keyFile,
    ROLES: 'web',
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    REQUESTS_A_MINUTE: '100000000',
    LAG_FILE: lagFile,
    NODE_OPTIONS: `--import ${watcher}`,
  }
  const idle = spawn(process.execPath, ['--import', watcher, '--eval', 'setInterval(() => {}, 60_000)'], { env: { LAG_FILE: idleFile } })
  const running = start('server/main.ts', 'ready', env, join(folder, 'log'))
  await running.ready
  const db = openDb(openPool(embedded.url))
  const keys = openPersonKeys(openMasterKey(keyFile), () => new Date())
  let people = 0
  let medianBytes = 0
  const post = (path: string, body: object, token?: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  return {
    get medianBytes() {
      return medianBytes
    },
    async person() {
      const answer = await post('/auth/v1/signup', { email: `person${people++}@example.com`, password: 'a long enough password' })
      const { access_token: token, user } = Session.parse(await answer.json())
      medianBytes = await keepMessages(db, user.id, await keys.contentKeyOf(db, user.id), mails)
      return token
    },
    /** Milliseconds until the draft has met all mails; where the time was up before, asking again counts too. */
    async attempt(token: string, condition: Condition) {
      const began = performance.now()
      for (let i = 0; i < 10; i++) {
        const answer = await post('/api/filters/trials', { filterId: null, condition, actions: [] }, token)
        const last = TrialLine.parse(JSON.parse((await answer.text()).trim().split('\n').at(-1) ?? ''))
        if (last.kind !== 'done') throw new Error(`The trial ended so: ${JSON.stringify(last)}`)
        if (last.looked === mails) return Math.round(performance.now() - began)
      }
      throw new Error('The trial was never done with all mails.')
    },
    /** The slowest refusal of a hostile draft. */
    async refusals() {
      const token = Session.parse(
        await (await post('/auth/v1/signup', { email: 'x@example.com', password: 'a long enough password' })).json(),
      )
      const took: number[] = []
      for (const condition of hostile()) {
        const began = performance.now()
        const answer = await (await post('/api/filters/trials', { filterId: null, condition, actions: [] }, token.access_token)).text()
        took.push(performance.now() - began)
        if (!/"message":"[^"]+"/.test(answer)) throw new Error(`Not refused: ${answer.slice(0, 200)}`)
      }
      return Math.round(Math.max(...took))
    },
    lagsSince: (since: number) => ({ lag: lagIn(lagFile, since), idle: lagIn(idleFile, since) }),
    async close() {
      idle.kill()
      await db.destroy()
      await running.stop()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function lagIn(file: string, since: number): Lag {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const seen = lines.map(line => line.split(' ').map(Number)).filter(([at = 0]) => at >= since)
  return { late: Math.max(0, ...seen.map(([, late = 0]) => late)), worked: Math.max(0, ...seen.map(([, , worked = 0]) => worked)) }
}

function hostile(): unknown[] {
  const test = { field: 'subject', operator: 'contains', values: ['a'] }
  const deep = (depth: number): unknown => (depth === 0 ? test : { all: [deep(depth - 1)] })
  return [
    deep(90),
    { any: Array.from({ length: 5000 }, () => test) },
    { all: [] },
    { all: [test], any: [test] },
    { ...test, values: Array.from({ length: 5000 }, () => 'x'.repeat(90)) },
    { ...test, operator: 'regexp', values: ['(a+'] },
    { ...test, operator: 'regexp', values: ['(?=a)'] },
    { ...test, operator: 'in_list', list: 'Nobody' },
    'x'.repeat(100_000),
    null,
  ]
}

const words = ['invoice', 'payment', 'harbour', 'delivery', 'weekend']
const wordOf = (i: number): string => (words[Math.floor(i / 8) % words.length] ?? '').slice(0, 1 + (i % 8)) || 'a'

/** The nearest rank. */
function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN
}
