// Sign-ins and refreshes per second against the real server process on two cores, and the share of a sign-in that Argon2 takes.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { openPasswords } from '../server/auth/passwords.ts'
import { start } from '../test/faults/process.ts'
import { freePort } from '../test/free-port.ts'

const people = 32
const durationMs = 10_000
const singleRuns = 100
const password = 'a long enough password'
const Session = z.object({ refresh_token: z.string() })

/** The benchmark shares the two cores with the server and its database. Times are medians in milliseconds. */
export async function benchAuth(): Promise<string> {
  const cores = pinToTwoCores()
  const server = await openServer()
  try {
    const emails = Array.from({ length: people }, (_, i) => `person${i}@example.com`)
    const tokens: string[] = []
    for (const email of emails) tokens.push(await server.openSession('/signup', { email, password }))
    const signIn = (i: number) => server.openSession('/token?grant_type=password', { email: emails[i % people], password })
    const refresh = async (i: number) => {
      tokens[i] = await server.openSession('/token?grant_type=refresh_token', { refresh_token: tokens[i] })
    }
    await repeat(signIn, 1000)
    const signIns = await repeat(signIn, durationMs)
    const refreshes = await repeat(refresh, durationMs)
    const { single, argon2 } = await alternate(() => signIn(0))
    const rates = `sign_ins_per_s=${perSecond(signIns)} sign_in_ms=${round(median(signIns))} refreshes_per_s=${perSecond(refreshes)} refresh_ms=${round(median(refreshes))}`
    return `auth cores=${cores} at_once=${people} ${rates} alone_sign_in_ms=${round(single)} alone_argon2_ms=${round(argon2)} argon2_share=${Math.round((100 * argon2) / single)}%`
  } finally {
    await server.close()
  }
}

/** Pins this process and its children to two cores; where that is not possible, returns how many are used. */
function pinToTwoCores(): number {
  const pinned = spawnSync('taskset', ['-a', '-c', '-p', '0,1', String(process.pid)])
  return pinned.status === 0 ? Math.min(2, availableParallelism()) : availableParallelism()
}

async function openServer() {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-bench-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const limits = ['token', 'refresh', 'wrongPassword', 'signup'].map(name => `${name}=100000000/60`).join(',')
  const env = {
    PORT: String(port),
    SMTP_PORT: '0',
    DATA_DIR: join(folder, 'data'),
    ROLES: 'web',
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    REQUESTS_A_MINUTE: '100000000',
    AUTH_LIMITS: limits,
  }
  const running = start('server/main.ts', 'ready', env, join(folder, 'log'))
  await running.ready
  return {
    /** Returns the refresh token of the new session; throws unless the server answers 200. */
    async openSession(path: string, body: object): Promise<string> {
      const response = await fetch(`http://127.0.0.1:${port}/auth/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'bench' },
        body: JSON.stringify(body),
      })
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return Session.parse(await response.json()).refresh_token
    },
    async close() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Everyone repeats the work at the same time; returns how long each call times. */
async function repeat(work: (person: number) => Promise<unknown>, durationOfRunMs: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + durationOfRunMs
  const workAs = async (person: number) => {
    while (performance.now() < until) times.push(await timed(() => work(person)))
  }
  await Promise.all(Array.from({ length: people }, (_, i) => workAs(i)))
  return times
}

/** Alternates sign-ins and password checks, so that other load on the machine affects both alike. */
async function alternate(signIn: () => Promise<unknown>): Promise<{ single: number; argon2: number }> {
  const passwords = await openPasswords()
  const hash = await passwords.hash(password)
  const times = { single: [] as number[], argon2: [] as number[] }
  for (let i = 0; i < singleRuns; i++) {
    times.single.push(await timed(signIn))
    times.argon2.push(await timed(() => passwords.isCorrect(password, hash)))
  }
  return { single: median(times.single), argon2: median(times.argon2) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const round = (ms: number): string => ms.toFixed(1)
const perSecond = (times: number[]): number => Math.round((times.length * 1000) / durationMs)
