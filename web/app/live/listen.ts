// Subscribes to changes of the person's rows, and reconnects when the socket closes.
import type { RealtimeChannel } from '@supabase/supabase-js'
import { type LiveTable, liveTableNames } from '../../../core/api/realtime.ts'
import type { ChannelSource } from './realtime-client.ts'

export interface ChangeListener {
  /** Whether changes arrive as they happen; false at first and while the socket is down. */
  onLive(isLive: boolean): void
  /** Rows of this table have changed, or may have while nobody listened. */
  onChange(table: LiveTable): void
}

/** The server closed the channel; it is reopened with a new token. */
const againMs = 5_000
/** A hidden page needs no updates. */
const hiddenMs = 5 * 60_000

let count = 0

/** Returns a function that stops it. */
export function listen(open: () => Promise<ChannelSource>, listener: ChangeListener): () => void {
  let channel: { of: ChannelSource; on: RealtimeChannel } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const begin = async () => {
    const client = await open().catch(() => null)
    if (isOver || channel) return
    if (!client) return again()
    // Reusing a name right away would return the channel that is still closing.
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
