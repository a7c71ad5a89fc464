// The auth wire on a free port, and the official client of today and of 2.49 beside it.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createClient as createClient249 } from 'supabase-js-2-49'
import { afterAll } from 'vitest'
import { type Auth, type AuthOptions, openAuth } from '../server/auth/auth.ts'
import { readConfig } from '../server/config.ts'
import type { Db } from '../server/db/pool.ts'
import { openApp } from '../server/http/app.ts'
import { openLog } from '../server/log.ts'
import { newKey } from '../server/seal.ts'

export const publishableKey = 'sb_publishable_test'

export interface AuthServer {
  url: string
  auth: Auth
  /** Moves the time that the server goes by. */
  wait(ms: number): void
}

const master = newKey()

export async function authServer(db: Db, options: Partial<AuthOptions> = {}): Promise<AuthServer> {
  const log = openLog(process.env['LOG_LEVEL'] ?? 'silent')
  const app = await openApp(readConfig({}), log)
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  const { switches, ...others } = options
  const auth = await openAuth({
    db,
    master,
    now,
    publicUrl: 'http://mailferry.example',
    log,
    switches: { autoconfirm: true, ...switches },
    ...others,
  })
  await auth.register(app)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  return {
    url,
    auth,
    wait: ms => {
      offsetMs += ms
    },
  }
}

const quiet = { auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false } }

/** The same calls by both clients: their types differ too deeply to stand in one union. */
export const clients: [name: string, open: (url: string) => SupabaseClient][] = [
  ['2.119', url => createClient(url, publishableKey, quiet)],
  ['2.49', url => createClient249(url, publishableKey, quiet) as unknown as SupabaseClient],
]

let people = 0
export const somebody = () => ({ email: `person-${++people}-${process.pid}@example.com`, password: 'a long enough password' })

/** A call as it travels, for what the client hides. */
export async function call(server: AuthServer, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method,
    headers: { apikey: publishableKey, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? (JSON.parse(text) as Record<string, unknown>) : null }
}
