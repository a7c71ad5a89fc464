// Creates the sign-in part of the official client in the browser when first needed.
import { GoTrueClient } from '@supabase/supabase-js'
import { getConfigApi, type PublicConfig } from '../../core/api/config.ts'
import { call, timedFetch } from '../api.ts'
import { storageKey } from './stored-session.ts'

/** The other parts are just as large, so they are loaded only where needed (`full-client.ts`, `app/live/realtime-client.ts`). */
export interface AuthClient {
  auth: GoTrueClient
}

export interface AuthConnection {
  client: AuthClient
  config: PublicConfig
}

let connection: Promise<AuthConnection> | undefined

export function openAuthClient(): Promise<AuthConnection> {
  connection ??= call(getConfigApi, 'GET', '/api/config', {}).then(config => ({
    client: makeClient(location.origin, config.publishableKey),
    config,
  }))
  connection.catch(() => {
    connection = undefined
  })
  return connection
}

/** Configured as by the official client. Throws "supabaseUrl is required." or "supabaseKey is required." if one of them is empty. */
export function makeClient(url: string, key: string): AuthClient {
  if (!url) throw new Error('supabaseUrl is required.')
  if (!key) throw new Error('supabaseKey is required.')
  return {
    auth: new GoTrueClient({
      ...connectionOptions(url, key),
      storageKey: storageKey(),
      persistSession: true,
      autoRefreshToken: true,
      // Anybody can write an address: a session in it could be a stranger's (login CSRF).
      detectSessionInUrl: false,
      flowType: 'implicit',
    }),
  }
}

export const connectionOptions = (url: string, key: string) => ({
  url: `${url}/auth/v1`,
  headers: { Authorization: `Bearer ${key}`, apikey: key },
  fetch: (input: RequestInfo | URL, init?: RequestInit) => timedFetch(input, init),
})

/** A token that is valid now, or null when nobody is signed in. */
export async function readBearer(): Promise<string | null> {
  const { client } = await openAuthClient()
  const { data, error } = await client.auth.getSession()
  if (error) console.error(error)
  return data.session?.access_token ?? null
}
