// The users watched on this host: reads their changed rows when signalled, and every second.
import { liveTables } from '../../core/api/realtime.ts'
import { matchingIds } from './bindings.ts'
import { closeChannel, isStillIn, send } from './channel.ts'
import type { Channel, LiveDeps, RowChanges } from './deps.ts'

interface Watching {
  /** Every change up to it was told. */
  since: string
  channels: Set<Channel>
}

export interface Hub {
  /** From here on the channel is this person's, and is told what changes; true where the next look tells it all since it was joined. */
  enter(channel: Channel, userId: string): boolean
  /** Tells it what others were told since it was joined: of two evils it hears something twice. */
  catchUp(channel: Channel): Promise<void>
  leave(channel: Channel): void
  channelsOf(userId: string): Iterable<Channel>
  /** Rows of these people may have changed; all of them when it is not known whose. */
  look(userIds?: Iterable<string>): void
  /** Resolves when nothing is looked at any more. */
  stop(): Promise<void>
}

/** A hint is followed by others of the same people: these are read in one look. */
const gatherMs = 10

export function openHub(deps: LiveDeps): Hub {
  const people = new Map<string, Watching>()
  const due = new Set<string>()
  let looking: Promise<void> | null = null
  let isOver = false

  async function lookUntilNoneIsDue(): Promise<void> {
    while (due.size > 0 && !isOver) {
      await deps.clock.sleep(gatherMs)
      const watched = [...due].flatMap(userId => {
        const since = people.get(userId)?.since
        return since === undefined ? [] : [{ userId, since }]
      })
      due.clear()
      if (watched.length === 0) continue
      for (const [userId, changed] of await deps.changedSince(watched)) await send(userId, changed)
    }
  }

  async function send(userId: string, { changes, next, isMore }: RowChanges): Promise<void> {
    const watching = people.get(userId)
    if (!watching) return
    for (const channel of await standing(deps, watching.channels)) tellAll(deps, channel, changes)
    watching.since = next
    if (isMore) due.add(userId)
  }

  return {
    enter(channel, userId) {
      const known = people.get(userId)
      const watching = known ?? { since: channel.since, channels: new Set() }
      watching.channels.add(channel)
      people.set(userId, watching)
      channel.userId = userId
      return known === undefined
    },
    async catchUp(channel) {
      const { userId, since } = channel
      if (userId === null) return
      for (const { changes } of (await deps.changedSince([{ userId, since }])).values()) tellAll(deps, channel, changes)
    },
    leave(channel) {
      if (channel.userId === null) return
      const watching = people.get(channel.userId)
      watching?.channels.delete(channel)
      if (watching?.channels.size === 0) people.delete(channel.userId)
    },
    channelsOf: userId => people.get(userId)?.channels ?? [],
    look(userIds = people.keys()) {
      for (const userId of userIds) if (people.has(userId)) due.add(userId)
      if (looking || due.size === 0 || isOver) return
      looking = lookUntilNoneIsDue()
        .catch(error => deps.log.warn({ err: error }, 'changes could not be read; they are looked at again in a second'))
        .finally(() => {
          looking = null
        })
    },
    async stop() {
      isOver = true
      await looking
    },
  }
}

/** Those whose session has not ended; the others are closed before they hear more. */
async function standing(deps: LiveDeps, channels: Set<Channel>): Promise<Channel[]> {
  const requested = await Promise.all([...channels].map(async channel => ({ channel, isIn: await isStillIn(deps, channel) })))
  for (const { channel, isIn } of requested) if (!isIn) closeChannel(channel, 'Session has ended')
  return requested.flatMap(({ channel, isIn }) => (isIn ? [channel] : []))
}

function tellAll(deps: LiveDeps, channel: Channel, changes: Parameters<typeof matchingIds>[1][]): void {
  for (const change of changes) {
    // The rule is the ledger's; a row of somebody else that came here all the same goes nowhere.
    if (change.userId !== channel.userId || change.record['user_id'] !== channel.userId) {
      deps.log.error({ table: change.table }, 'a row of another person was held back from realtime')
      continue
    }
    const ids = matchingIds(channel.bounds, change)
    if (ids.length === 0) continue
    const { table, type, record } = change
    const columns = Object.entries(liveTables[table]).map(([name, of]) => ({ name, type: of }))
    const old = type === 'UPDATE' ? { old_record: { id: record['id'] } } : {}
    const at = { schema: 'public', table, commit_timestamp: deps.clock.now().toISOString() }
    send(channel, 'postgres_changes', { ids, data: { type, ...at, columns, record, ...old, errors: null } })
  }
}
