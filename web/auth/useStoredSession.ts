// The session that the client keeps, as it changes.
import type { Session } from '@supabase/supabase-js'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { openDoor } from './client.ts'

interface Stored {
  loading: boolean
  session: Session | null
  /** Why the client could not be made. */
  failure: unknown
}

/** `onSignedOut` is told whenever the session goes, whoever ended it; it is given the last access token. */
export function useStoredSession(onSignedOut: (token: string) => void): Stored {
  const [stored, setStored] = useState<Stored>({ loading: true, session: null, failure: null })
  const tellSignedOut = useEffectEvent(onSignedOut)
  useEffect(() => {
    let stop = () => {}
    let gone = false
    let last: Session | null = null
    openDoor().then(
      ({ client }) => {
        if (gone) return
        const { data } = client.auth.onAuthStateChange((event, session) => {
          const before = last
          last = session
          const show = () => setStored({ loading: false, session, failure: null })
          // All that stands behind the sign-in is drawn in slices, and taken away at once.
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
