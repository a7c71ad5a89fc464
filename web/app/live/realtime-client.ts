// The realtime client of this tab, authenticated as the signed-in person.
import { RealtimeClient } from '@supabase/supabase-js'
import { openAuthClient, readBearer } from '../../auth/client.ts'

export type ChannelSource = Pick<RealtimeClient, 'channel' | 'removeChannel'>

let clientPromise: Promise<RealtimeClient> | undefined

export function openRealtimeClient(): Promise<ChannelSource> {
  clientPromise ??= openAuthClient().then(({ client, config }) => {
    const url = new URL('/realtime/v1', location.origin)
    url.protocol = url.protocol.replace('http', 'ws')
    const realtime = new RealtimeClient(url.href, {
      params: { apikey: config.publishableKey },
      heartbeatIntervalMs: 30_000,
      accessToken: readBearer,
    })
    // Open channels must receive each new token.
    client.auth.onAuthStateChange((_event, session) => void realtime.setAuth(session?.access_token))
    return realtime
  })
  clientPromise.catch(() => {
    clientPromise = undefined
  })
  return clientPromise
}
