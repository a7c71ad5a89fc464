// The session stored by the auth client, updated as it changes.
import type { Session } from '@supabase/supabase-js'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { openAuthClient } from './client.ts'

interface StoredSession {
  loading: boolean
  session: Session | null
}

const firstRetryMs = 1000
const longestRetryMs = 30_000

/** `onSignedOut` is called with the last access token whenever the session disappears, whatever ended it. */
export function useStoredSession(onSignedOut: (token: string) => void): StoredSession {
  const [stored, setStored] = useState<StoredSession>({ loading: true, session: null })
  const notifySignedOut = useEffectEvent(onSignedOut)
  useEffect(() => {
    let stop = () => {}
    let isCancelled = false
    let last: Session | null = null
    const open = (retryMs: number) =>
      openAuthClient().then(
        ({ client }) => {
          if (isCancelled) return
          const { data } = client.auth.onAuthStateChange((event, session) => {
            const previous = last
            last = session
            const update = () => setStored({ loading: false, session })
            // The signed-in area is rendered in slices, but removed at once.
            if (session) startTransition(update)
            else update()
            if (event === 'SIGNED_OUT' && previous) notifySignedOut(previous.access_token)
          })
          stop = () => data.subscription.unsubscribe()
        },
        (failure: unknown) => {
          if (isCancelled) return
          // Nobody is signed in as far as we know; the stored session counts as soon as the server answers.
          console.error(failure)
          setStored({ loading: false, session: null })
          const timer = setTimeout(() => void open(Math.min(retryMs * 2, longestRetryMs)), retryMs)
          stop = () => clearTimeout(timer)
        },
      )
    void open(firstRetryMs)
    return () => {
      isCancelled = true
      stop()
    }
  }, [])
  return stored
}
