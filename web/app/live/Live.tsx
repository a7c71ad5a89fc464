// Keeps the signed-in area live: what has changed is asked for at once, and polling is for when the socket is down.
import { type Query, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { LiveTable } from '../../../core/live/tables.ts'
import { gather } from './gather.ts'
import { listen } from './listening.ts'
import { onceAnswered } from './once-answered.ts'

const LiveContext = createContext(false)

/** Hours move on and some things are told by nobody: while changes are heard, screens ask so seldom. */
const seldomMs = 30_000

/** How often a query asks: as told while nothing is heard, seldom while changes are. */
export function useEvery(everyMs: number, whileLiveMs = seldomMs): number {
  return useContext(LiveContext) ? Math.max(everyMs, whileLiveMs) : everyMs
}

/** Said of a query: it is asked anew when rows of these tables change. */
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
    const open = async () => (await import('./ears.ts')).openEars()
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
