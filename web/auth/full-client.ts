// The complete official client, loaded only where files are stored or read.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { timedFetch } from '../api.ts'
import { openAuthClient, readBearer } from './client.ts'

let made: Promise<SupabaseClient> | undefined

export function openFullClient(): Promise<SupabaseClient> {
  made ??= openAuthClient().then(({ config }) =>
    createClient(location.origin, config.publishableKey, {
      accessToken: readBearer,
      global: { fetch: (input, init) => timedFetch(input, init, timeoutOf(input, init)) },
    }),
  )
  made.catch(() => {
    made = undefined
  })
  return made
}

/** A file takes its time on a slow line. */
const fileTimeoutMs = 60_000

function timeoutOf(input: RequestInfo | URL, init?: RequestInit): number | undefined {
  const url = input instanceof Request ? input.url : String(input)
  return url.includes('/storage/v1/') && init?.body instanceof FormData ? fileTimeoutMs : undefined
}
