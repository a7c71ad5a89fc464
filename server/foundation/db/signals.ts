// Sends signals between hosts with NOTIFY: hints about changes that polling would find a second later.
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod/mini'
import { sleep } from '../clock.ts'
import { connectionOptions, type Db } from './pool.ts'

/** Called after a commit that changed rows of these users. */
export type SignalChange = (userIds: Iterable<string | null>) => void

export interface SignalHandlers {
  /** Rows of these users may have changed. */
  onChange(userIds: string[]): void
  /** A message that a host sent to all hosts. */
  onBroadcast(text: string): void
}

const changesChannel = 'mailferry_changes'
const broadcastChannel = 'mailferry_calls'

/** PostgreSQL's limit is one byte less than 8,000. */
export const maxBroadcastBytes = 7_999
const idsPerNotification = 200
/** Minimum interval: NOTIFY takes a lock that serializes all commits that notify. */
const gatherMs = 40
const reconnectMs = 5_000
/** A database that vanished without a word would be listened to forever. */
const aliveMs = 15_000

/** Batches changes and notifies in separate statements: inside the transactions NOTIFY would serialize all commits. */
export function openChangeSignals(db: Db): SignalChange {
  let waiting = new Set<string>()
  let isGathering = false
  const flush = async () => {
    for (isGathering = true; waiting.size > 0; await sleep(gatherMs)) {
      const ids = [...waiting]
      waiting = new Set()
      for (let start = 0; start < ids.length; start += idsPerNotification)
        await notify(db, changesChannel, ids.slice(start, start + idsPerNotification).join()).catch(() => undefined)
    }
    isGathering = false
  }
  return userIds => {
    for (const id of userIds) if (id) waiting.add(id)
    if (!isGathering && waiting.size > 0) void flush()
  }
}

/** Sends text to every listening host, including this one. Rejects when the database refuses it. */
export const broadcastToHosts = (db: Db, text: string): Promise<void> => notify(db, broadcastChannel, text)

async function notify(db: Db, channel: string, text: string): Promise<void> {
  // A notification is a transaction of its own, which need not wait for the disk.
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${text})`.execute(db)
}

/** Listens on a separate connection until it is stopped, and reconnects when it breaks. */
export function listenForSignals(url: string, handlers: SignalHandlers): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = listenOn(url, handlers, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function listenOn(url: string, handlers: SignalHandlers, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const client = new pg.Client({ ...connectionOptions(url), query_timeout: aliveMs })
    const closed = new Promise<void>(done => {
      client.on('error', () => done())
      client.on('end', () => done())
      stopping.addEventListener('abort', () => done(), { once: true })
    })
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === broadcastChannel) handlers.onBroadcast(payload)
      else handlers.onChange(payload.split(',').filter(id => z.uuid().safeParse(id).success))
    })
    const isListening = await client
      .connect()
      .then(() => client.query(`listen ${changesChannel}; listen ${broadcastChannel}`))
      .catch(() => null)
    if (isListening) await Promise.race([closed, untilSilent(client, stopping)])
    await client.end().catch(() => undefined)
    if (!isListening || !stopping.aborted) await sleep(reconnectMs, stopping)
  }
}

/** Resolves when the server no longer answers. */
async function untilSilent(client: pg.Client, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await sleep(aliveMs, stopping)
    if (!stopping.aborted && !(await client.query('select 1').catch(() => null))) return
  }
}
