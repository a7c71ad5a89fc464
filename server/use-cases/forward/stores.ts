// Every statement on the way in: the store functions that forward calls, with the user's content key.
import type { Filter } from '../../../core/filters/action.ts'
import type { Lists } from '../../../core/filters/tree.ts'
import { reserve, settleUsage } from '../../billing/store.ts'
import { beginEscalations } from '../../delivery/escalation/store.ts'
import { enqueue } from '../../delivery/queue.ts'
import { recentSends } from '../../delivery/recent-sends-store.ts'
import { onCallAt } from '../../delivery/rota/store.ts'
import { linkedDestinations } from '../../delivery/store.ts'
import { saveBlob } from '../../files/raw-message-store.ts'
import { listsIn } from '../../filters/condition-tests.ts'
import { foldedLists } from '../../filters/lists/store.ts'
import { noteSenders } from '../../filters/senders-store.ts'
import { filtersVersion } from '../../filters/set-store.ts'
import { activeFilters, saveDecisions } from '../../filters/store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { saveFilterActions } from '../../mail/actions/store.ts'
import { saveConfirmation } from '../../mail/mailboxes/confirmations-store.ts'
import { readMailboxContexts } from '../../mail/messages/arrivals-store.ts'
import { noteBacklog } from '../../mail/messages/backlog-store.ts'
import { lockCopies, saveCopies, sentBefore } from '../../mail/messages/copies-store.ts'
import { readSenders, saveSenders } from '../../mail/messages/senders-store.ts'
import { type NewMessage, saveOnce } from '../../mail/messages/store.ts'

interface StoreDeps {
  db: Db
  keys: PersonKeys
  clock: Clock
}

export type ForwardStores = ReturnType<typeof forwardStores>

/** In PostgreSQL; simulations of faults put stores in memory in its place. */
export function forwardStores({ db, keys, clock }: StoreDeps) {
  const keyed =
    <A extends unknown[], R>(work: (tx: Tx, userId: string, contentKey: SealKey, ...rest: A) => Promise<R>) =>
    async (tx: Tx, userId: string, ...rest: A): Promise<R> =>
      work(tx, userId, await keys.contentKeyOf(tx, userId), ...rest)
  return {
    inTransaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work),
    noteSenders: keyed(noteSenders),
    readSenders: keyed(readSenders),
    saveSenders: keyed(saveSenders),
    saveOnce: keyed((tx: Tx, userId: string, contentKey: SealKey, messages: NewMessage[]) =>
      saveMessages(tx, userId, contentKey, messages, clock.now()),
    ),
    readMailboxContexts,
    filtersVersion,
    activeFilters,
    /** The lists that these filters look into. */
    listsOf: async (tx: Tx, userId: string, filters: Filter[]): Promise<Lists> => {
      const names = new Set(filters.flatMap(filter => listsIn(filter.condition)))
      return foldedLists(tx, userId, await keys.contentKeyOf(tx, userId), names)
    },
    linkedDestinations,
    lockCopies: keyed(lockCopies),
    saveCopies: keyed(saveCopies),
    sentBefore,
    noteBacklog,
    saveDecisions: keyed(saveDecisions),
    saveFilterActions,
    saveConfirmation: keyed(saveConfirmation),
    recentSends,
    reserve,
    /** Gives back what was reserved and not used. */
    release: async (tx: Tx, userId: string, month: string, count: number): Promise<void> => {
      for (let i = 0; i < count; i++) await settleUsage(tx, userId, month, 'released')
    },
    enqueue,
    onCallAt,
    beginEscalations,
  }
}

// A mailbox of the person's own keeps the raw mail; of an address of ours there is no other copy.
async function saveMessages(tx: Tx, userId: string, contentKey: SealKey, messages: NewMessage[], now: Date): Promise<Set<string>> {
  const fresh = await saveOnce(tx, userId, contentKey, messages)
  for (const { id, arrived } of messages)
    if (arrived.kind === 'address' && fresh.has(id)) await saveBlob(tx, userId, contentKey, id, arrived.raw, now)
  return fresh
}
