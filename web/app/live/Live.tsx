// Keeps the signed-in area up to date: refetches what has changed, and polls while the socket is down.
import { type Query, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { LiveTable } from '../../../core/api/realtime.ts'
import { gather } from './gather.ts'
import { listen } from './listen.ts'
import { onceAnswered } from './once-answered.ts'

const LiveContext = createContext(false)

/** Some changes come with the passing of time and send no event, so screens still poll slowly while the socket is up. */
const seldomMs = 30_000

/** The polling interval of a query: as given while the socket is down, slow while it is up. */
export function useEvery(everyMs: number, whileLiveMs = seldomMs): number {
  return useContext(LiveContext) ? Math.max(everyMs, whileLiveMs) : everyMs
}

/** Marks a query to be refetched when rows of these tables change. */
export const shows = (...tables: LiveTable[]): { meta: { shows: LiveTable[] } } => ({ meta: { shows: tables } })

export function Live({ userId, children }: { userId: string | null; children: ReactNode }) {
  const queries = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    if (!userId) return
    const changes = gather<LiveTable>(tables => {
      const predicate = ({ meta }: Query) => Array.isArray(meta?.['shows']) && meta['shows'].some(table => tables.has(table))
      // Nobody sees a hidden page; what is out of date is asked for when it is seen again.
      void queries.invalidateQueries({ predicate, refetchType: document.visibilityState === 'hidden' ? 'none' : 'active' })
    })
    const open = async () => (await import('./realtime-client.ts')).openRealtimeClient()
    let stop = onceAnswered(queries, () => {
      stop = listen(open, { onLive: setLive, onChange: changes.add })
    })
    return () => {
      stop()
      changes.stop()
    }
  }, [userId, queries])
  return <LiveContext value={isLive}>{children}</LiveContext>
}
