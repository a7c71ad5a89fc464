// Keeps the signed-in area up to date: refetches what has changed, and polls while the socket is down.
import { type Query, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { LiveTable } from '../../../core/api/realtime.ts'
import { afterFirstRequests } from './after-first-requests.ts'
import { batchChanges } from './batch-changes.ts'
import { listenForChanges } from './listen-for-changes.ts'

const LiveContext = createContext(false)

/** Some changes happen as time passes and send no event, so screens still poll slowly while the socket is up. */
const slowPollMs = 30_000

/** The polling interval of a query: as given while the socket is down, slow while it is up. */
export function usePollInterval(pollMs: number, livePollMs = slowPollMs): number {
  return useContext(LiveContext) ? Math.max(pollMs, livePollMs) : pollMs
}

/** Marks a query to be refetched when rows of these tables change. */
export const refetchOn = (...tables: LiveTable[]): { meta: { refetchOn: LiveTable[] } } => ({ meta: { refetchOn: tables } })

export function LiveUpdates({ userId, children }: { userId: string | null; children: ReactNode }) {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    if (!userId) return
    const changes = batchChanges<LiveTable>(tables => {
      const predicate = ({ meta }: Query) => Array.isArray(meta?.['refetchOn']) && meta['refetchOn'].some(table => tables.has(table))
      // Nobody sees a hidden page; what is stale is refetched when the page is visible again.
      void client.invalidateQueries({ predicate, refetchType: document.visibilityState === 'hidden' ? 'none' : 'active' })
    })
    const open = async () => (await import('./realtime-client.ts')).openRealtimeClient()
    let stop = afterFirstRequests(client, () => {
      stop = listenForChanges(open, { onLive: setLive, onChange: changes.add })
    })
    return () => {
      stop()
      changes.stop()
    }
  }, [userId, client])
  return <LiveContext value={isLive}>{children}</LiveContext>
}
