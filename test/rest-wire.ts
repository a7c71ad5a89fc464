// Starts the data API on a free port, with people who have clients, and raw requests.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Db } from '../server/foundation/db/pool.ts'
import { type AuthServer, authServer, publishableKey, roomy, somebody } from './auth-wire.ts'

export interface Reader {
  id: string
  client: SupabaseClient
  bearer: string
}

export const restServer = (db: Db): Promise<AuthServer> => authServer(db, { switches: roomy })

const newest = (url: string): SupabaseClient =>
  createClient(url, publishableKey, { auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false } })

export async function reader(server: AuthServer, open: typeof newest = newest): Promise<Reader> {
  const client = open(server.url)
  const { data } = await client.auth.signUp(somebody())
  return { client, id: data.user?.id ?? '', bearer: data.session?.access_token ?? '' }
}

export async function addRole(db: Db, userId: string, role: string, at = 0): Promise<void> {
  await db
    .insertInto('user_roles')
    .values({ id: crypto.randomUUID(), user_id: userId, role, created_at: new Date(at) })
    .execute()
}

export interface Said {
  status: number
  headers: Headers
  text: string
  body: unknown
}

/** A call as it travels; anybody's unless `as` says whose. */
export async function rest(
  server: AuthServer,
  method: string,
  path: string,
  { as, headers = {}, body }: { as?: Reader; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Said> {
  const response = await fetch(`${server.url}/rest/v1${path}`, {
    method,
    headers: {
      apikey: publishableKey,
      ...(as && { authorization: `Bearer ${as.bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : null }
}
