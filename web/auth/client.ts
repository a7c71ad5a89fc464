// The official client, made in the browser when it is first needed.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { getConfig, type PublicConfig } from '../../core/api/config.ts'
import { call, timedFetch } from '../api.ts'
import { storageKey } from './kept.ts'

export interface Door {
  client: SupabaseClient
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

/** Throws "supabaseUrl is required." or "supabaseKey is required." when the one or the other is empty. */
export const makeClient = (url: string, key: string): SupabaseClient =>
  createClient(url, key, {
    auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: true, storageKey: storageKey() },
    realtime: { heartbeatIntervalMs: 30_000 },
    global: { fetch: (input, init) => timedFetch(input, init, timeoutOf(input, init)) },
  })

/** A file takes its time on a slow line. */
const fileTimeoutMs = 60_000

function timeoutOf(input: RequestInfo | URL, init?: RequestInit): number | undefined {
  const url = input instanceof Request ? input.url : String(input)
  return url.includes('/storage/v1/') && init?.body instanceof FormData ? fileTimeoutMs : undefined
}
