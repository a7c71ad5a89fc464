// A sign-in client that keeps nothing, to see whose session a link opens before it becomes this browser's.
import { GoTrueClient } from '@supabase/supabase-js'
import { type AuthClient, connectionOptions, openAuthClient } from '../../auth/client.ts'

export async function openPassingClient(): Promise<AuthClient> {
  const { config } = await openAuthClient()
  return {
    auth: new GoTrueClient({
      ...connectionOptions(location.origin, config.publishableKey),
      ...{ storageKey: 'mailferry-link', persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    }),
  }
}
