// The auth client used only for OAuth redirects, loaded when one starts.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { timedFetch } from '../../api.ts'

/**
 * The regular client accepts sessions from emailed links, which open in any browser; here a code challenge ties the flow to this
 * tab. Its session is handed over at the end, without the provider's tokens.
 */
export const makeOAuthClient = (key: string, storageKey: string): SupabaseClient =>
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
