// The complete official client, loaded only where files are stored or read.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { timedFetch } from '../api.ts'
import { openAuthClient, readBearer } from './client.ts'

let clientPromise: Promise<SupabaseClient> | undefined

export function openFullClient(): Promise<SupabaseClient> {
  clientPromise ??= openAuthClient().then(({ config }) =>
    createClient(location.origin, config.publishableKey, {
      accessToken: readBearer,
      global: { fetch: (input, init) => timedFetch(input, init, requestTimeout(input, init)) },
    }),
  )
  clientPromise.catch(() => {
    clientPromise = undefined
  })
  return clientPromise
}

/** Uploads take longer on a slow connection. */
const fileTimeoutMs = 60_000

function requestTimeout(input: RequestInfo | URL, init?: RequestInit): number | undefined {
  const url = input instanceof Request ? input.url : String(input)
  return url.includes('/storage/v1/') && init?.body instanceof FormData ? fileTimeoutMs : undefined
}
