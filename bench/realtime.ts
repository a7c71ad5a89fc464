// Measures realtime sockets on one process: memory per socket, and the time from commit to event, with and without a change signal.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../server/foundation/db/embedded/supervisor.ts'
import { type Db, openDb, openPool } from '../server/foundation/db/pool.ts'
import { openChangeSignals, type SignalChange } from '../server/foundation/db/signals.ts'
import { start } from '../test/faults/process.ts'
import { freePort } from '../test/free-port.ts'
import { memoryKb, workedMs } from './idle/process.ts'
import { openPerson, type Person } from './realtime/people.ts'

const baseline = 100
const perSecond = 50
const changes = 1500
const idleMs = 10_000

/** `--sockets N`: KB per socket between 100 and N; milliseconds from commit to event at 50 changes a second. */
export async function benchRealtime(): Promise<string> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { sockets: { type: 'string', default: '1000' } } })
  const sockets = Number(values.sockets)
  if (!(sockets > baseline)) throw new Error(`--sockets takes a number above ${baseline}.`)
  await using ending = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-realtime-'))
  chmodSync(folder, 0o755)
  ending.defer(() => rmSync(folder, { recursive: true, force: true }))
  const database = await startEmbedded(folder, { info: () => undefined, warn: () => undefined })
  ending.defer(() => database.stop())
  const port = await freePort()
  const host = start('bench/realtime/host.ts', 'ready', settings(port, folder, database.url), join(folder, 'host.log'))
  ending.defer(() => host.stop())
  const pid = Number(await host.ready)
  const db = openDb(openPool(database.url, 4))
  ending.defer(() => db.destroy())
  const people: Person[] = []
  ending.defer(() => people.forEach(({ socket }) => socket.terminate()))
  const open = async (count: number) => {
    while (people.length < count) {
      people.push(await openPerson(db, `http://127.0.0.1:${port}`, people.length))
      if (people.length % baseline === 0) process.stderr.write(`${people.length} of ${sockets} listen\n`)
    }
  }
  await open(baseline)
  const before = await settledKb(pid)
  await open(sockets)
  const kb = ((await settledKb(pid)) - before) / (sockets - baseline)
  const workedBefore = workedMs(pid)
  await sleep(idleMs)
  const idlePercent = ((workedMs(pid) - workedBefore) * 100) / idleMs
  const hinted = await changeAll(db, people, openChangeSignals(db))
  const unhinted = await changeAll(db, people, () => undefined)
  const events = `changes=${changes} per_s=${perSecond} heard=${hinted.length} p50_ms=${at(hinted, 50)} p99_ms=${at(hinted, 99)}`
  return `realtime sockets=${sockets} kb=${kb.toFixed(1)} idle_cpu_percent=${idlePercent.toFixed(1)} ${events} unhinted_heard=${unhinted.length} unhinted_p50_ms=${at(unhinted, 50)} unhinted_p99_ms=${at(unhinted, 99)}`
}

/** Changes rows of different people at a steady pace; returns how long each change times from commit to socket. */
async function changeAll(db: Db, people: Person[], signal: SignalChange): Promise<number[]> {
  const committed = new Map<string, number>()
  const times: number[] = []
  for (const person of people)
    person.onChange = reason => {
      const committedAt = committed.get(reason)
      committed.delete(reason)
      if (committedAt !== undefined) times.push(performance.now() - committedAt)
    }
  const began = performance.now()
  const writing: Promise<void>[] = []
  for (let n = 0; n < changes; n++) {
    await sleep(Math.max(0, began + (n * 1000) / perSecond - performance.now()))
    // One person after the other: of two changes between two polls a person receives only the later one.
    const person = people[(n * 7) % people.length]
    if (person) writing.push(change(db, person, `n${n}`, signal, committed))
    if (n % (10 * perSecond) === 0) process.stderr.write(`${n} of ${changes} changes\n`)
  }
  await Promise.all(writing)
  await sleep(3000)
  return times
}

async function change(
  db: Db,
  { userId, deliveryId }: Person,
  reason: string,
  signal: SignalChange,
  committed: Map<string, number>,
): Promise<void> {
  // An event that arrives before we know of the commit counts as no time at all.
  committed.set(reason, Infinity)
  await db.updateTable('deliveries').set({ reason }).where('user_id', '=', userId).where('id', '=', deliveryId).execute()
  if (committed.has(reason)) committed.set(reason, performance.now())
  signal([userId])
}

async function settledKb(pid: number): Promise<number> {
  for (let n = 0; n < 2; n++) {
    await sleep(2500)
    process.kill(pid, 'SIGUSR2')
  }
  await sleep(1000)
  return memoryKb(pid)
}

const at = (values: number[], percent: number): string =>
  (values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))] ?? Number.NaN).toFixed(0)

const settings = (port: number, folder: string, databaseUrl: string): Record<string, string> => ({
  PORT: String(port),
  SMTP_PORT: '0',
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: databaseUrl,
  ROLES: 'web',
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  ANONYMOUS_SIGN_IN: 'true',
  TRUSTED_PROXIES: '127.0.0.1',
  REQUESTS_A_MINUTE: '100000000',
  AUTH_LIMITS: 'anonymous=100000000/60,signup=100000000/60',
})
