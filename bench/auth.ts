// Sign-ins and refreshes per second against the real server process on two cores, and how much of a sign-in is Argon2.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { openPasswords } from '../server/auth/passwords.ts'
import { start } from '../test/faults/process.ts'
import { freePort } from '../test/free-port.ts'

const people = 32
const lastsMs = 10_000
const alone = 100
const password = 'a long enough password'
const Session = z.object({ refresh_token: z.string() })

/** The caller shares the two cores with the server and its database; milliseconds are medians. */
export async function benchAuth(): Promise<string> {
  const cores = keepToTwoCores()
  const server = await openServer()
  try {
    const emails = Array.from({ length: people }, (_, i) => `person${i}@example.com`)
    const tokens: string[] = []
    for (const email of emails) tokens.push(await server.ask('/signup', { email, password }))
    const signIn = (i: number) => server.ask('/token?grant_type=password', { email: emails[i % people], password })
    const refresh = async (i: number) => {
      tokens[i] = await server.ask('/token?grant_type=refresh_token', { refresh_token: tokens[i] })
    }
    await repeat(signIn, 1000)
    const signIns = await repeat(signIn, lastsMs)
    const refreshes = await repeat(refresh, lastsMs)
    const { single, argon2 } = await inTurn(() => signIn(0))
    const rates = `sign_ins_per_s=${rateOf(signIns)} sign_in_ms=${round(median(signIns))} refreshes_per_s=${rateOf(refreshes)} refresh_ms=${round(median(refreshes))}`
    return `auth cores=${cores} at_once=${people} ${rates} alone_sign_in_ms=${round(single)} alone_argon2_ms=${round(argon2)} argon2_share=${Math.round((100 * argon2) / single)}%`
  } finally {
    await server.close()
  }
}

/** This process and all that it starts; where that cannot be set, all cores are used and named. */
function keepToTwoCores(): number {
  const kept = spawnSync('taskset', ['-a', '-c', '-p', '0,1', String(process.pid)])
  return kept.status === 0 ? Math.min(2, availableParallelism()) : availableParallelism()
}

async function openServer() {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-bench-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const plenty = ['token', 'refresh', 'wrongPassword', 'signup'].map(name => `${name}=100000000/60`).join(',')
  const env = {
    PORT: String(port),
    SMTP_PORT: '0',
    DATA_DIR: join(folder, 'data'),
    ROLES: 'web',
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    REQUESTS_A_MINUTE: '100000000',
    AUTH_LIMITS: plenty,
  }
  const running = start('server/main.ts', 'ready', env, join(folder, 'log'))
  await running.ready
  return {
    /** The refresh token of the session that is answered; throws on a refusal. */
    async ask(path: string, body: object): Promise<string> {
      const answer = await fetch(`http://127.0.0.1:${port}/auth/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'bench' },
        body: JSON.stringify(body),
      })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return Session.parse(await answer.json()).refresh_token
    },
    async close() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Each person does it again and again, all at once; gives how long each took. */
async function repeat(work: (person: number) => Promise<unknown>, forMs: number): Promise<number[]> {
  const took: number[] = []
  const until = performance.now() + forMs
  const one = async (person: number) => {
    while (performance.now() < until) took.push(await timed(() => work(person)))
  }
  await Promise.all(Array.from({ length: people }, (_, i) => one(i)))
  return took
}

/** One sign-in and the check of one password in turn, so that both meet the same machine. */
async function inTurn(signIn: () => Promise<unknown>): Promise<{ single: number; argon2: number }> {
  const passwords = await openPasswords()
  const kept = await passwords.hash(password)
  const took = { single: [] as number[], argon2: [] as number[] }
  for (let i = 0; i < alone; i++) {
    took.single.push(await timed(signIn))
    took.argon2.push(await timed(() => passwords.isRight(password, kept)))
  }
  return { single: median(took.single), argon2: median(took.argon2) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const round = (ms: number): string => ms.toFixed(1)
const rateOf = (took: number[]): number => Math.round((took.length * 1000) / lastsMs)
