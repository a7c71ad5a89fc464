// Works off what is to be done in one mailbox, on its own connection.
import { afterDeed, deedPauseMs } from '../../../core/mailbox/deeds.ts'
import type { PersonKeys } from '../../db/keys.ts'
import type { Db } from '../../db/pool.ts'
import type { Connection } from '../imap/connection.ts'
import { readView } from '../messages/store.ts'
import type { Watched } from '../store.ts'
import { carryOut } from './carry-out.ts'
import { beginDeed, type DueDeed, dueDeeds, nextDeedAt, settleDeed } from './store.ts'
import type { Writer } from './writer.ts'

export interface DeedParts {
  db: Db
  keys: PersonKeys
  /** The clock that dated the mail. */
  now(): Date
  userId: string
  watched: Watched
}

const atOnce = 100

/** Does what is due; answers in how many milliseconds the next is, or null. Throws when the connection ends, and LeaseLost when the mailbox is another's. */
export async function workDeeds(parts: DeedParts, connection: Pick<Connection, 'writing'>): Promise<number | null> {
  const { db, userId, watched } = parts
  for (;;) {
    const due = await dueDeeds(db, userId, watched.id, parts.now(), atOnce)
    for (const [folder, there] of Map.groupBy(due, deed => deed.source)) {
      const isDone = await connection.writing(folder, writer => workAll(parts, writer, there))
      if (!isDone) await workAll(parts, null, there)
    }
    if (due.length === atOnce) continue
    const next = await nextDeedAt(db, userId, watched.id)
    return next && Math.max(0, next.getTime() - parts.now().getTime())
  }
}

/** Without a writer the folder is gone; should it come back, so do its mails. */
async function workAll(parts: DeedParts, writer: Writer | null, due: DueDeed[]): Promise<true> {
  const { db, keys, userId, watched } = parts
  for (const deed of due) {
    const began = parts.now()
    const attempts = deed.attempts + 1
    await beginDeed(db, userId, watched, deed, new Date(began.getTime() + deedPauseMs(attempts)), began)
    const messageIdOf = async () => (await readView(db, userId, keys, deed.messageId))?.messageId ?? null
    const outcome = writer ? await carryOut(writer, deed, messageIdOf) : ({ kind: 'retry', reason: 'gone' } as const)
    const now = parts.now()
    await settleDeed(db, userId, deed, afterDeed(attempts, outcome, now), now)
  }
  return true
}
