// The official client's ears: one socket of this tab, which speaks with the token of who is signed in.
import { RealtimeClient } from '@supabase/supabase-js'
import { openDoor, readBearer } from '../../auth/client.ts'

export type Ears = Pick<RealtimeClient, 'channel' | 'removeChannel'>

let made: Promise<RealtimeClient> | undefined

export function openEars(): Promise<Ears> {
  made ??= openDoor().then(({ client, config }) => {
    const url = new URL('/realtime/v1', location.origin)
    url.protocol = url.protocol.replace('http', 'ws')
    const ears = new RealtimeClient(url.href, {
      params: { apikey: config.publishableKey },
      heartbeatIntervalMs: 30_000,
      accessToken: readBearer,
    })
    // A channel that is open is told each new token.
    client.auth.onAuthStateChange((_event, session) => void ears.setAuth(session?.access_token))
    return ears
  })
  made.catch(() => {
    made = undefined
  })
  return made
}
