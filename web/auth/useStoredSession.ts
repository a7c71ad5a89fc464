// The session stored by the auth client, updated as it changes.
import type { Session } from '@supabase/supabase-js'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { openAuthClient } from './client.ts'

interface StoredSession {
  loading: boolean
  session: Session | null
  /** Why the client could not be created. */
  failure: unknown
}

/** `onSignedOut` is called with the last access token whenever the session disappears, whatever ended it. */
export function useStoredSession(onSignedOut: (token: string) => void): StoredSession {
  const [stored, setStored] = useState<StoredSession>({ loading: true, session: null, failure: null })
  const notifySignedOut = useEffectEvent(onSignedOut)
  useEffect(() => {
    let stop = () => {}
    let isCancelled = false
    let last: Session | null = null
    openAuthClient().then(
      ({ client }) => {
        if (isCancelled) return
        const { data } = client.auth.onAuthStateChange((event, session) => {
          const previous = last
          last = session
          const update = () => setStored({ loading: false, session, failure: null })
          // The signed-in area is rendered in slices, but removed at once.
          if (session) startTransition(update)
          else update()
          if (event === 'SIGNED_OUT' && previous) notifySignedOut(previous.access_token)
        })
        stop = () => data.subscription.unsubscribe()
      },
      (failure: unknown) => setStored({ loading: false, session: null, failure }),
    )
    return () => {
      isCancelled = true
      stop()
    }
  }, [])
  return stored
}
