// Tracks the users watched on this host, and reads their changed rows on each signal and every second.
import { liveTables } from '../../core/api/realtime.ts'
import { matchingIds } from './bindings.ts'
import { closeChannel, hasValidSession, sendEvent } from './channel.ts'
import type { Channel, LiveDeps, RowChanges } from './deps.ts'

interface WatchedUser {
  /** All changes up to this cursor have been sent. */
  since: string
  channels: Set<Channel>
}

export interface Hub {
  /** Subscribes the channel to the user's changes; true when the next read covers everything since it joined. */
  subscribe(channel: Channel, userId: string): boolean
  /** Sends what other channels received since this one joined; duplicates are possible, gaps are not. */
  catchUp(channel: Channel): Promise<void>
  unsubscribe(channel: Channel): void
  listChannels(userId: string): Iterable<Channel>
  /** Reads changes of these users, or of all when unknown. */
  readChanges(userIds?: Iterable<string>): void
  /** Resolves when the current read has finished. */
  stop(): Promise<void>
}

/** Signals about the same users come in bursts, which are read together. */
const gatherMs = 10

export function openHub(deps: LiveDeps): Hub {
  const users = new Map<string, WatchedUser>()
  const due = new Set<string>()
  let reading: Promise<void> | null = null
  let isStopped = false

  async function readDueChanges(): Promise<void> {
    while (due.size > 0 && !isStopped) {
      await deps.clock.sleep(gatherMs)
      const watched = [...due].flatMap(userId => {
        const since = users.get(userId)?.since
        return since === undefined ? [] : [{ userId, since }]
      })
      due.clear()
      if (watched.length === 0) continue
      for (const [userId, changed] of await deps.changedSince(watched)) await sendChanges(userId, changed)
    }
  }

  async function sendChanges(userId: string, { changes, next, isMore }: RowChanges): Promise<void> {
    const watchedUser = users.get(userId)
    if (!watchedUser) return
    for (const channel of await dropEndedSessions(deps, watchedUser.channels)) sendMatching(deps, channel, changes)
    watchedUser.since = next
    if (isMore) due.add(userId)
  }

  return {
    subscribe(channel, userId) {
      const existing = users.get(userId)
      const watchedUser = existing ?? { since: channel.since, channels: new Set() }
      watchedUser.channels.add(channel)
      users.set(userId, watchedUser)
      channel.userId = userId
      return existing === undefined
    },
    async catchUp(channel) {
      const { userId, since } = channel
      if (userId === null) return
      for (const { changes } of (await deps.changedSince([{ userId, since }])).values()) sendMatching(deps, channel, changes)
    },
    unsubscribe(channel) {
      if (channel.userId === null) return
      const watchedUser = users.get(channel.userId)
      watchedUser?.channels.delete(channel)
      if (watchedUser?.channels.size === 0) users.delete(channel.userId)
    },
    listChannels: userId => users.get(userId)?.channels ?? [],
    readChanges(userIds = users.keys()) {
      for (const userId of userIds) if (users.has(userId)) due.add(userId)
      if (reading || due.size === 0 || isStopped) return
      reading = readDueChanges()
        .catch(error => deps.log.warn({ err: error }, 'changes could not be read; retrying in a second'))
        .finally(() => {
          reading = null
        })
    },
    async stop() {
      isStopped = true
      await reading
    },
  }
}

/** Returns channels with a valid session, and closes the others before they receive more. */
async function dropEndedSessions(deps: LiveDeps, channels: Set<Channel>): Promise<Channel[]> {
  const checked = await Promise.all([...channels].map(async channel => ({ channel, isValid: await hasValidSession(deps, channel) })))
  for (const { channel, isValid } of checked) if (!isValid) closeChannel(channel, 'Session has ended')
  return checked.flatMap(({ channel, isValid }) => (isValid ? [channel] : []))
}

function sendMatching(deps: LiveDeps, channel: Channel, changes: Parameters<typeof matchingIds>[1][]): void {
  for (const change of changes) {
    // The ledger already filters by user; this is a second barrier.
    if (change.userId !== channel.userId || change.record['user_id'] !== channel.userId) {
      deps.log.error({ table: change.table }, 'a row of another user was withheld from realtime')
      continue
    }
    const ids = matchingIds(channel.bindings, change)
    if (ids.length === 0) continue
    const { table, type, record } = change
    const columns = Object.entries(liveTables[table]).map(([name, columnType]) => ({ name, type: columnType }))
    const old = type === 'UPDATE' ? { old_record: { id: record['id'] } } : {}
    const source = { schema: 'public', table, commit_timestamp: deps.clock.now().toISOString() }
    sendEvent(channel, 'postgres_changes', { ids, data: { type, ...source, columns, record, ...old, errors: null } })
  }
}
