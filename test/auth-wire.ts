// Starts the auth API on a free port, with the current official client and 2.49.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { FastifyInstance } from 'fastify'
import { createClient as createClient249 } from 'supabase-js-2-49'
import { afterAll } from 'vitest'
import { mountAccount } from '../server/account/account.ts'
import { openEmailPreferences } from '../server/account/email-preferences/unsubscribe-links.ts'
import { recordActivity } from '../server/account/log.ts'
import { createServiceKey, type ServiceKey } from '../server/auth/administration/service-keys.ts'
import { type Auth, type AuthOptions, openAuth } from '../server/auth/auth.ts'
import { openTokenKeys } from '../server/auth/keys.ts'
import { defaultAuthLimits } from '../server/auth/switches.ts'
import { readConfig } from '../server/foundation/config.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { openApp } from '../server/foundation/http/app.ts'
import { openLog } from '../server/foundation/log.ts'
import { openMailer, type SystemEmail } from '../server/foundation/mailer.ts'
import { openOutside } from '../server/foundation/outside.ts'
import { newKey, type SealKey } from '../server/foundation/seal.ts'

export const publishableKey = 'sb_publishable_test'

export interface AuthServer {
  url: string
  auth: Auth
  /** Makes a key that may administer people, as `npm run admin` does. */
  serviceKey(days?: number): Promise<ServiceKey>
  /** Moves the time that the server goes by. */
  wait(ms: number): void
  /** The newest mail to somebody; throws when there is none. */
  mailTo(email: string): Promise<Mailed>
}

export interface Mailed extends SystemEmail {
  id: string
  code: string
  link: URL
}

const master = newKey()
const site = 'http://mailferry.example'

/** Mounts a further wire beside. */
export type Beside = (app: FastifyInstance, parts: { auth: Auth; master: SealKey; now(): Date }) => Promise<void>

export async function authServer(
  db: Db,
  options: Partial<AuthOptions> = {},
  settings: Record<string, string> = {},
  beside: Beside = async () => undefined,
): Promise<AuthServer> {
  const log = openLog(process.env['LOG_LEVEL'] ?? 'silent')
  const app = await openApp(readConfig({ REQUESTS_A_MINUTE: '100000', ...settings }), log)
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  const { switches, ...others } = options
  const outside = openOutside({ allow: [], loopback: true })
  const mailer = openMailer({ db, master, outside, now, from: 'hello@example.com', relay: null, log })
  const auth = await openAuth({
    db,
    master,
    now,
    publicUrl: site,
    log,
    mailer,
    optOut: openEmailPreferences({ master, publicUrl: site }),
    record: recordActivity,
    switches: { autoconfirm: true, ...switches },
    ...others,
  })
  await auth.register(app)
  await mountAccount(app, { db, master, now, readBearer: auth.readBearer, publishableKey })
  await beside(app, { auth, master, now })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  return {
    url,
    auth,
    serviceKey: async (days = 1) => createServiceKey(db, await openTokenKeys(db, master, `${site}/auth/v1`, now), days, now()),
    wait: ms => {
      offsetMs += ms
    },
    async mailTo(email) {
      const mail = (await mailer.listNewest(1000)).find(m => m.to === email)
      if (!mail) throw new Error(`no mail to ${email}`)
      const link = /https?:\S+verify\S+/.exec(mail.text)?.[0]
      return { ...mail, code: /^\d{6,8}$/m.exec(mail.text)?.[0] ?? '', link: new URL(link ?? 'none:') }
    },
  }
}

/** Limits that no test reaches by chance. */
const enough = { points: 100_000, seconds: 300 }
export const roomy = { limits: Object.fromEntries(Object.keys(defaultAuthLimits).map(name => [name, enough])) }

const quiet = { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false }

/** The same calls by both clients: their types differ too deeply to stand in one union. */
type More = NonNullable<NonNullable<Parameters<typeof createClient>[2]>['auth']>
export const clients: [name: string, open: (url: string, more?: More) => SupabaseClient][] = [
  ['2.119', (url, more) => createClient(url, publishableKey, { auth: { ...quiet, ...more } })],
  ['2.49', (url, more) => Reflect.apply(createClient249, undefined, [url, publishableKey, { auth: { ...quiet, ...more } }])],
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

/** Opens the link of a mail as a browser does, and returns where it leads. */
export async function openLink(server: AuthServer, { link }: Pick<Mailed, 'link'>): Promise<URL> {
  const response = await fetch(server.url + link.pathname + link.search, { redirect: 'manual' })
  if (response.status !== 303) throw new Error(`the link answered ${response.status}`)
  return new URL(response.headers.get('location') ?? 'none:')
}
