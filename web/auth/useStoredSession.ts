// The session stored by the auth client, updated as it changes.
import type { Session } from '@supabase/supabase-js'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { openAuthClient } from './client.ts'

interface Stored {
  loading: boolean
  session: Session | null
  /** Why the client could not be made. */
  failure: unknown
}

/** `onSignedOut` is called with the last access token whenever the session disappears, whatever ended it. */
export function useStoredSession(onSignedOut: (token: string) => void): Stored {
  const [stored, setStored] = useState<Stored>({ loading: true, session: null, failure: null })
  const tellSignedOut = useEffectEvent(onSignedOut)
  useEffect(() => {
    let stop = () => {}
    let gone = false
    let last: Session | null = null
    openAuthClient().then(
      ({ client }) => {
        if (gone) return
        const { data } = client.auth.onAuthStateChange((event, session) => {
          const before = last
          last = session
          const show = () => setStored({ loading: false, session, failure: null })
          // The signed-in area is rendered in slices, but removed at once.
          if (session) startTransition(show)
          else show()
          if (event === 'SIGNED_OUT' && before) tellSignedOut(before.access_token)
        })
        stop = () => data.subscription.unsubscribe()
      },
      (failure: unknown) => setStored({ loading: false, session: null, failure }),
    )
    return () => {
      gone = true
      stop()
    }
  }, [])
  return stored
}
