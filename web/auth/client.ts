// The official client's half that knows who is signed in, made in the browser when it is first needed.
import { GoTrueClient } from '@supabase/supabase-js'
import { getConfig, type PublicConfig } from '../../core/api/config.ts'
import { call, timedFetch } from '../api.ts'
import { storageKey } from './kept.ts'

/** Its other halves weigh as much again: whoever needs one fetches it (`whole-client.ts`, `app/live/ears.ts`). */
export interface Client {
  auth: GoTrueClient
}

export interface Door {
  client: Client
  config: PublicConfig
}

let door: Promise<Door> | undefined

export function openDoor(): Promise<Door> {
  door ??= call(getConfig, 'GET', '/api/config', {}).then(config => ({
    client: makeClient(location.origin, config.publishableKey),
    config,
  }))
  door.catch(() => {
    door = undefined
  })
  return door
}

/** As the official client makes it. Throws "supabaseUrl is required." or "supabaseKey is required." when the one or the other is empty. */
export function makeClient(url: string, key: string): Client {
  if (!url) throw new Error('supabaseUrl is required.')
  if (!key) throw new Error('supabaseKey is required.')
  return {
    auth: new GoTrueClient({
      url: `${url}/auth/v1`,
      headers: { Authorization: `Bearer ${key}`, apikey: key },
      storageKey: storageKey(),
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: true,
      flowType: 'implicit',
      fetch: (input, init) => timedFetch(input, init),
    }),
  }
}

/** A token that is valid now, or null when nobody is signed in. */
export async function readBearer(): Promise<string | null> {
  const { client } = await openDoor()
  const { data, error } = await client.auth.getSession()
  if (error) console.error(error)
  return data.session?.access_token ?? null
}
