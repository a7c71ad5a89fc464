// Signals between hosts over NOTIFY: hints about changes that would be found a second later anyway.
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod/mini'
import { sleep } from '../clock.ts'
import type { Db } from './pool.ts'

/** Called after a commit that changed rows of these people. */
export type SignalChange = (userIds: Iterable<string | null>) => void

export interface SignalHandlers {
  /** Rows of these people may have changed. */
  changed(userIds: string[]): void
  /** What a host has called out to all. */
  called(text: string): void
}

const changes = 'mailferry_changes'
const calls = 'mailferry_calls'

/** PostgreSQL takes one byte less than 8,000. */
export const longestCallBytes = 7_999
const idsAtOnce = 200
/** So often at most: what notifies takes a lock that all commits with a notice take in turn. */
const gatherMs = 40
const againMs = 5_000

/** Gathers what it is told, and passes it on in a statement of its own: in the transaction it would make all commits wait for each other. */
export function openChangeSignals(db: Db): SignalChange {
  let waiting = new Set<string>()
  let isGathering = false
  const pass = async () => {
    for (isGathering = true; waiting.size > 0; await sleep(gatherMs)) {
      const ids = [...waiting]
      waiting = new Set()
      for (let at = 0; at < ids.length; at += idsAtOnce)
        await call(db, changes, ids.slice(at, at + idsAtOnce).join()).catch(() => undefined)
    }
    isGathering = false
  }
  return userIds => {
    for (const id of userIds) if (id) waiting.add(id)
    if (!isGathering && waiting.size > 0) void pass()
  }
}

/** Reaches every host that listens, this one too. Rejects when the database does not take it. */
export const callOut = (db: Db, text: string): Promise<void> => call(db, calls, text)

async function call(db: Db, channel: string, text: string): Promise<void> {
  // A notice alone is a transaction all the same; it need not wait for the disk.
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${text})`.execute(db)
}

/** Listens on a connection of its own until it is stopped; one that breaks is made anew. */
export function listenToHosts(url: string, ears: SignalHandlers): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = listenOn(url, ears, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function listenOn(url: string, ears: SignalHandlers, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const client = new pg.Client({ connectionString: url })
    const over = new Promise<void>(done => {
      client.on('error', () => done())
      client.on('end', () => done())
      stopping.addEventListener('abort', () => done(), { once: true })
    })
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === calls) ears.called(payload)
      else ears.changed(payload.split(',').filter(id => z.uuid().safeParse(id).success))
    })
    const heard = await client
      .connect()
      .then(() => client.query(`listen ${changes}; listen ${calls}`))
      .catch(() => null)
    if (heard) await over
    await client.end().catch(() => undefined)
    if (!heard || !stopping.aborted) await sleep(againMs, stopping)
  }
}
