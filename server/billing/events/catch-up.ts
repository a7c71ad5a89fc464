// Catches up on events whose webhooks never came: reads the provider's list and records what is missing.
import type { Db } from '../../foundation/db/pool.ts'
import type { ProviderName } from '../provider.ts'
import { moveEventsCursor, type ProviderEvent, readEventsCursor, recordEvents } from './queue.ts'

export interface EventSource {
  name: ProviderName
  /** In any order. */
  listEvents(since: Date): AsyncIterable<ProviderEvent>
}

export interface CatchUpDeps {
  db: Db
  source: EventSource
  now(): Date
  /** Events were found that no webhook had brought. */
  wake(): void
}

/** Events may appear in the list some time after they occurred. */
const overlapMs = 3_600_000
/** The first time: what came before is read by the reconciliation. */
const firstMs = 24 * 3_600_000

/** Returns how many events were missing. The cursor moves only after everything was recorded. */
export async function catchUpOnEvents({ db, source, now, wake }: CatchUpDeps): Promise<number> {
  const cursor = await readEventsCursor(db, source.name)
  const since = new Date(cursor ? cursor.getTime() - overlapMs : now().getTime() - firstMs)
  const found: ProviderEvent[] = []
  let newest = cursor?.getTime() ?? 0
  for await (const { eventId, kind, customerRef, occurredAt } of source.listEvents(since)) {
    found.push({ eventId, kind, customerRef, occurredAt })
    newest = Math.max(newest, occurredAt.getTime())
  }
  const added = await recordEvents(db, source.name, found.toReversed(), now())
  if (newest > (cursor?.getTime() ?? 0)) await moveEventsCursor(db, source.name, new Date(newest))
  if (added > 0) wake()
  return added
}
