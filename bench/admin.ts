// Times the lists of the admin console against the real server on a database of 1,000,000 users, logs and messages: p95 of the first page, filters, searches and a deep page.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { z } from 'zod/mini'
import { administrate } from '../server/account/administrators.ts'
import { start } from '../test/faults/process.ts'
import { freePort } from '../test/free-port.ts'
import { ownDatabase } from '../test/own-database.ts'
import { fillDatabase } from './admin/data.ts'
import { type ConsoleList, consoleLists, type ListRequest } from './admin/lists.ts'

const rounds = 40
/** Pages that are read before the deep one. */
const depth = 50
const Page = z.object({ next: z.nullable(z.string()) })

/** `--rows N`: how many users, logs and messages there are. */
export async function benchAdmin(): Promise<string> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { rows: { type: 'string', default: '1000000' } } })
  const rows = Number(values.rows)
  const database = await ownDatabase()
  const progress = (text: string) => void process.stderr.write(`${text}\n`)
  try {
    await fillDatabase(database.db, { users: rows, logs: rows, messages: rows }, new Date(), progress)
    const server = await openServer(database.url)
    try {
      const token = await server.signUpAdmin(email => administrate(database.db, ['add', email], new Date()))
      const results = []
      for (const list of consoleLists) results.push(...(await measureList(server.url, token, list, progress)))
      return summarize(rows, results)
    } finally {
      await server.close()
    }
  } finally {
    await database.close()
  }
}

async function openServer(databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-bench-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const env = {
    ...{ PORT: String(port), SMTP_PORT: '0', DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl, ROLES: 'web' },
    ...{ DEMO: 'false', LOG_LEVEL: 'warn', REQUESTS_A_MINUTE: '100000000', BILLING_PROVIDER: 'invoice', INVOICE_INSTRUCTIONS: 'Bank' },
  }
  const running = start('server/main.ts', 'ready', env, join(folder, 'log'))
  await running.ready
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    signUpAdmin: (grant: (email: string) => Promise<unknown>) => signUpAdmin(url, grant),
    async close() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the access token of a session with a second factor. */
async function signUpAdmin(url: string, grant: (email: string) => Promise<unknown>): Promise<string> {
  const { auth } = createClient(url, 'sb_publishable_sandbox', { auth: { persistSession: false, autoRefreshToken: false } })
  const email = 'operator@example.com'
  const signedUp = await auth.signUp({ email, password: 'four words of an example' })
  if (signedUp.error) throw signedUp.error
  await grant(email)
  const factor = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  if (factor.error) throw factor.error
  const code = new TOTP({ secret: factor.data.totp.secret }).generate()
  const verified = await auth.mfa.challengeAndVerify({ factorId: factor.data.id, code })
  if (verified.error) throw verified.error
  return verified.data.access_token
}

interface Measured {
  kind: ListRequest['kind'] | 'deep'
  name: string
  p95Ms: number
}

async function measureList(url: string, token: string, list: ConsoleList, progress: (text: string) => void): Promise<Measured[]> {
  const ask = async (query: string): Promise<string | null> => {
    const response = await fetch(`${url}${list.path}${query && `?${query}`}`, { headers: { authorization: `Bearer ${token}` } })
    const body: unknown = await response.json()
    if (response.status !== 200) throw new Error(`${list.path}?${query} answered ${response.status}: ${JSON.stringify(body)}`)
    return list.isPaged ? Page.parse(body).next : null
  }
  const requests: { kind: Measured['kind']; query: string }[] = [...list.requests]
  if (list.isPaged) {
    const cursor = await deepCursor(ask)
    if (cursor) requests.push({ kind: 'deep', query: `cursor=${encodeURIComponent(cursor)}` })
  }
  const measured: Measured[] = []
  for (const { kind, query } of requests) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      await ask(query)
      times.push(performance.now() - began)
    }
    const p95Ms = times.toSorted((a, b) => a - b)[Math.ceil(rounds * 0.95) - 1] ?? Infinity
    measured.push({ kind, name: `${list.path}${query && `?${query.slice(0, 60)}`}`, p95Ms })
    progress(`${p95Ms.toFixed(1).padStart(7)} ms  ${kind.padEnd(6)} ${measured.at(-1)?.name}`)
  }
  return measured
}

async function deepCursor(ask: (query: string) => Promise<string | null>): Promise<string | null> {
  let cursor = await ask('limit=100')
  for (let page = 1; page < depth && cursor; page++) cursor = (await ask(`limit=100&cursor=${encodeURIComponent(cursor)}`)) ?? cursor
  return cursor
}

function summarize(rows: number, measured: Measured[]): string {
  const worstOf = (kind: Measured['kind']) => Math.max(0, ...measured.filter(one => one.kind === kind).map(({ p95Ms }) => p95Ms))
  const kinds = (['first', 'filter', 'search', 'deep'] as const).map(kind => `${kind}_p95_ms=${worstOf(kind).toFixed(1)}`)
  const worst = measured.toSorted((a, b) => b.p95Ms - a.p95Ms)[0]
  return `admin rows=${rows} lists=${consoleLists.length} requests=${measured.length} ${kinds.join(' ')} slowest=${worst?.name ?? 'none'}`
}
