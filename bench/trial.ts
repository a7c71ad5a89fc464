// Measures how fast the real server tests a draft filter on 10,000 stored messages (median 3 KB) while the person types.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod/mini'
import { TrialLine } from '../core/api/filter-trials.ts'
import type { Condition } from '../core/filters/tree.ts'
import { startEmbedded } from '../server/foundation/db/embedded/supervisor.ts'
import { openUserKeys } from '../server/foundation/db/keys.ts'
import { openDb, openPool } from '../server/foundation/db/pool.ts'
import { openLog } from '../server/foundation/log.ts'
import { openMasterKey } from '../server/foundation/seal.ts'
import { start } from '../test/faults/process.ts'
import { freePort } from '../test/free-port.ts'
import { storeMessages } from './trial-messages.ts'

const messageCount = 10_000
const rounds = 40
const watcher = pathToFileURL(join(import.meta.dirname, 'lag.ts')).href
const Session = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) })

/**
 * Milliseconds until the last line of the response. `lag`: the longest delay of the server's event loop; `idle_lag`: the same for an
 * idle process, so the machine's own share; `stretch`: the longest time that the server's loop worked without a pause. `first` includes
 * decrypting the messages, which later drafts find in memory.
 */
export async function benchTrial(): Promise<string> {
  const world = await openWorld()
  try {
    const headers = await typeDrafts(world, i => ({ field: i % 2 ? 'from' : 'subject', operator: 'contains', values: [typedText(i)] }))
    const bodies = await typeDrafts(world, i => ({ field: i % 2 ? 'body' : 'whole_body', operator: 'contains', values: [typedText(i)] }))
    const hostile = await world.slowestRejection()
    const part = (name: string, run: TypingTimes) =>
      `${name}_first=${run.first} ${name}_p50=${percentile(run.all, 50)} ${name}_p95=${percentile(run.all, 95)}`
    return `trial mails=${messageCount} median_bytes=${world.medianBytes} rounds=${rounds} ${part('headers', headers)} ${part('bodies', bodies)} lag_max=${Math.max(headers.lag.late, bodies.lag.late)} idle_lag_max=${Math.max(headers.idle.late, bodies.idle.late)} stretch_max=${Math.max(headers.lag.worked, bodies.lag.worked)} refused_max=${hostile}`
  } finally {
    await world.close()
  }
}

interface TypingTimes {
  /** Includes decrypting the person's messages. */
  first: number
  all: number[]
  lag: Lag
  /** Of an idle process beside the server. */
  idle: Lag
}

interface Lag {
  late: number
  worked: number
}

type World = Awaited<ReturnType<typeof openWorld>>

/** A person types one draft after the other and waits for each result. */
async function typeDrafts(world: World, draft: (i: number) => Condition): Promise<TypingTimes> {
  const person = await world.person()
  const since = Date.now()
  const times: number[] = []
  for (let i = 0; i < rounds; i++) times.push(await world.attempt(person, draft(i)))
  const [first = Number.NaN] = times
  return { first, all: times, ...world.lagsSince(since) }
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
  const keys = openUserKeys(openMasterKey(keyFile), () => new Date())
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
      const response = await post('/auth/v1/signup', { email: `person${people++}@example.com`, password: 'a long enough password' })
      const { access_token: token, user } = Session.parse(await response.json())
      medianBytes = await storeMessages(db, user.id, await keys.contentKeyOf(db, user.id), messageCount)
      return token
    },
    /** Milliseconds until the draft was tested on all messages; includes repeats where a trial ran out of time. */
    async attempt(token: string, condition: Condition) {
      const began = performance.now()
      for (let i = 0; i < 10; i++) {
        const response = await post('/api/filters/trials', { filterId: null, condition, actions: [] }, token)
        const last = TrialLine.parse(JSON.parse((await response.text()).trim().split('\n').at(-1) ?? ''))
        if (last.kind !== 'done') throw new Error(`The trial ended with ${JSON.stringify(last)}`)
        if (last.looked === messageCount) return Math.round(performance.now() - began)
      }
      throw new Error('No trial got through all messages.')
    },
    /** The slowest rejection of a hostile draft, in milliseconds. */
    async slowestRejection() {
      const token = Session.parse(
        await (await post('/auth/v1/signup', { email: 'x@example.com', password: 'a long enough password' })).json(),
      )
      const times: number[] = []
      for (const condition of hostile()) {
        const began = performance.now()
        const response = await (await post('/api/filters/trials', { filterId: null, condition, actions: [] }, token.access_token)).text()
        times.push(performance.now() - began)
        if (!/"message":"[^"]+"/.test(response)) throw new Error(`Not rejected: ${response.slice(0, 200)}`)
      }
      return Math.round(Math.max(...times))
    },
    lagsSince: (since: number) => ({ lag: readLag(lagFile, since), idle: readLag(idleFile, since) }),
    async close() {
      idle.kill()
      await db.destroy()
      await running.stop()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readLag(file: string, since: number): Lag {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const samples = lines.map(line => line.split(' ').map(Number)).filter(([at = 0]) => at >= since)
  return { late: Math.max(0, ...samples.map(([, late = 0]) => late)), worked: Math.max(0, ...samples.map(([, , worked = 0]) => worked)) }
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
const typedText = (i: number): string => (words[Math.floor(i / 8) % words.length] ?? '').slice(0, 1 + (i % 8)) || 'a'

/** The nearest rank. */
function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN
}
