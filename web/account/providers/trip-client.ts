// The client for the way to a provider alone, fetched when somebody takes it.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { timedFetch } from '../../api.ts'

/**
 * Ours of every day takes sessions from links in mails, which open anywhere; here a code challenge binds the way to this tab.
 * What it holds is handed over at the end, without the provider's tokens.
 */
export const makeTripClient = (key: string, storageKey: string): SupabaseClient =>
  createClient(location.origin, key, {
    auth: {
      flowType: 'pkce',
      storage: sessionStorage,
      storageKey,
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: (input, init) => timedFetch(input, init) },
  })
