// Lists every database call of the forward use case: the store functions, with the user's content key bound.
import type { Filter } from '../../../core/filters/action.ts'
import type { Lists } from '../../../core/filters/tree.ts'
import type { Allowances } from '../../billing/allowance.ts'
import { settleUsage } from '../../billing/usage-store.ts'
import { beginEscalations } from '../../delivery/escalation/store.ts'
import { enqueue } from '../../delivery/queue.ts'
import { recentSends } from '../../delivery/recent-sends-store.ts'
import { onCallAt } from '../../delivery/rota/store.ts'
import { saveRawMessage } from '../../files/raw-message-store.ts'
import { listsIn } from '../../filters/condition-tests.ts'
import { foldedLists } from '../../filters/lists/store.ts'
import { noteSenders } from '../../filters/senders-store.ts'
import { readFilters, saveDecisions } from '../../filters/store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import { inPipeline } from '../../foundation/db/pipeline.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { setAside } from '../../foundation/db/set-aside.ts'
import type { Log } from '../../foundation/log.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { saveFilterActions } from '../../mail/actions/store.ts'
import { saveConfirmation } from '../../mail/mailboxes/confirmations-store.ts'
import { countBacklog } from '../../mail/messages/backlog-store.ts'
import { lockCopies, readSentBefore, saveCopies } from '../../mail/messages/copies-store.ts'
import type { KnownMessage } from '../../mail/messages/known.ts'
import { readSenders, saveSenders } from '../../mail/messages/senders-store.ts'
import { type NewMessage, readKnown, saveOnce } from '../../mail/messages/store.ts'
import { readContext } from './context-store.ts'

interface StoreDeps {
  db: Db
  keys: UserKeys
  clock: Clock
  log: Pick<Log, 'error'>
  allowance: Pick<Allowances, 'reserve'>
  /** How long emails are kept where their user has not chosen it. */
  config?: { retentionDays: number }
}

export type ForwardStores = ReturnType<typeof forwardStores>

/** The stores in PostgreSQL; fault simulations use stores in memory instead. */
export function forwardStores({ db, keys, clock, log, allowance, config }: StoreDeps) {
  const withContentKey =
    <A extends unknown[], R>(work: (tx: Tx, userId: string, contentKey: SealKey, ...rest: A) => Promise<R>) =>
    async (tx: Tx, userId: string, ...rest: A): Promise<R> =>
      work(tx, userId, await keys.contentKeyOf(tx, userId), ...rest)
  return {
    /** Outside of any transaction. */
    db,
    inTransaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inPipeline(db, work),
    noteSenders: withContentKey(noteSenders),
    readSenders: withContentKey(readSenders),
    saveSenders: withContentKey(saveSenders),
    readKnown,
    saveOnce: withContentKey((tx: Tx, userId: string, contentKey: SealKey, messages: NewMessage[], known: KnownMessage[]) =>
      saveOnce(tx, userId, contentKey, messages, { defaultDays: config?.retentionDays, known }),
    ),
    /** Kept until the deliveries of these messages are final. */
    saveRawMessages: withContentKey((tx: Tx, userId: string, contentKey: SealKey, messages: NewMessage[]) =>
      saveRawMessages(tx, userId, contentKey, messages, clock.now()),
    ),
    readContext,
    /** One that is broken is set aside: without it, its user's mail still arrives. */
    activeFilters: async (reader: Db, userId: string): Promise<Filter[]> => {
      const { filters, broken } = await readFilters(reader, userId)
      for (const { id, error } of broken) await setAside({ db: reader, log }, { kind: 'filter', id }, error, clock.now())
      return filters.filter(filter => !filter.paused)
    },
    /** The lists that these filters refer to. */
    readLists: async (reader: Db, userId: string, filters: Filter[]): Promise<Lists> => {
      const names = new Set(filters.flatMap(filter => listsIn(filter.condition)))
      return foldedLists(reader, userId, await keys.contentKeyOf(reader, userId), names)
    },
    lockCopies: withContentKey(lockCopies),
    saveCopies: withContentKey(saveCopies),
    readSentBefore,
    countBacklog,
    saveDecisions: withContentKey(saveDecisions),
    saveFilterActions,
    saveConfirmation: withContentKey(saveConfirmation),
    recentSends,
    reserve: allowance.reserve,
    /** Returns reserved allowance that was not used. */
    release: async (tx: Tx, userId: string, month: string, count: number): Promise<void> => {
      for (let i = 0; i < count; i++) await settleUsage(tx, userId, month, 'unused')
    },
    enqueue,
    onCallAt,
    beginEscalations,
  }
}

/** Of email to an address of ours, which is nowhere else; the user's own mailbox keeps the others. */
async function saveRawMessages(tx: Tx, userId: string, contentKey: SealKey, messages: NewMessage[], now: Date): Promise<void> {
  for (const { id, arrived } of messages) if (arrived.kind === 'address') await saveRawMessage(tx, userId, contentKey, id, arrived.raw, now)
}
