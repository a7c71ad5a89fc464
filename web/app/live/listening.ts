// Listens to what changes of a person's own rows, by one socket of this tab; it comes back by itself when it breaks.
import type { RealtimeChannel } from '@supabase/supabase-js'
import { type LiveTable, liveTableNames } from '../../../core/live/tables.ts'
import type { Ears } from './ears.ts'

export interface Listener {
  /** Whether changes are heard as they happen; false until it is so, and while the socket is down. */
  onLive(isLive: boolean): void
  /** Rows of this table have changed, or may have while nobody listened. */
  onChange(table: LiveTable): void
}

/** The server ended it: with a new token it is taken again. */
const againMs = 5_000
/** A page that nobody looks at need not hear of anything. */
const hiddenMs = 5 * 60_000

let count = 0

/** Returns how to stop it. */
export function listen(open: () => Promise<Ears>, listener: Listener): () => void {
  let channel: { of: Ears; on: RealtimeChannel } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const begin = async () => {
    const client = await open().catch(() => null)
    if (isOver || channel) return
    if (!client) return again()
    // A name that was left a moment ago would give the channel that is leaving.
    const on = client.channel(`rows ${++count}`)
    const mine = { of: client, on }
    channel = mine
    on.on('postgres_changes', { event: '*', schema: 'public' }, ({ table }) => {
      const known = liveTableNames.find(name => name === table)
      if (known) listener.onChange(known)
    })
    on.subscribe(state => {
      if (channel !== mine) return
      const isLive = state === 'SUBSCRIBED'
      listener.onLive(isLive)
      if (isLive) for (const table of liveTableNames) listener.onChange(table)
      if (state === 'CLOSED') {
        channel = null
        again()
      }
    })
  }
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void begin(), againMs)
  }
  const end = () => {
    clearTimeout(timer)
    const left = channel
    channel = null
    if (left) void left.of.removeChannel(left.on)
    listener.onLive(false)
  }
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(end, hiddenMs)
    else if (!channel) void begin()
  }

  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', look)
    end()
  }
}
