// Subscribes to changes of the person's rows, and reconnects when the connection closes.
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
const reconnectMs = 5_000
/** A hidden page needs no updates. */
const hiddenTimeoutMs = 5 * 60_000

let count = 0

/** Returns a function that stops it. */
export function listenForChanges(open: () => Promise<ChannelSource>, listener: ChangeListener): () => void {
  let connection: { client: ChannelSource; channel: RealtimeChannel } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const connect = async () => {
    const client = await open().catch(() => null)
    if (isStopped || connection) return
    if (!client) return reconnect()
    // Reusing a name right away would return the channel that is still closing.
    const channel = client.channel(`rows ${++count}`)
    const opened = { client, channel }
    connection = opened
    channel.on('postgres_changes', { event: '*', schema: 'public' }, ({ table }) => {
      const changed = liveTableNames.find(name => name === table)
      if (changed) listener.onChange(changed)
    })
    channel.subscribe(state => {
      if (connection !== opened) return
      const isLive = state === 'SUBSCRIBED'
      listener.onLive(isLive)
      if (isLive) for (const table of liveTableNames) listener.onChange(table)
      if (state === 'CLOSED') {
        connection = null
        reconnect()
      }
    })
  }
  const reconnect = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), reconnectMs)
  }
  const disconnect = () => {
    clearTimeout(timer)
    const last = connection
    connection = null
    if (last) void last.client.removeChannel(last.channel)
    listener.onLive(false)
  }
  const onVisibilityChange = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(disconnect, hiddenTimeoutMs)
    else if (!connection) void connect()
  }

  onVisibilityChange()
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    isStopped = true
    document.removeEventListener('visibilitychange', onVisibilityChange)
    disconnect()
  }
}
