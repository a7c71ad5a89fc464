// What forward is given: the stores of the rooms that a mail passes, each with its person's content key.
import { reserve, settleUsage } from '../billing/store.ts'
import type { Tx } from '../db/pool.ts'
import { beginEscalations } from '../delivery/escalation/store.ts'
import { goneAlone } from '../delivery/gone/store.ts'
import { enqueue } from '../delivery/queue.ts'
import { onCallAt } from '../delivery/rota/store.ts'
import { linkedDestinations } from '../delivery/store.ts'
import { saveBlob } from '../files/store.ts'
import { foldedLists } from '../filters/lists/store.ts'
import { noteSenders } from '../filters/senders/store.ts'
import { filtersVersion } from '../filters/set/store.ts'
import { activeFilters, saveVerdicts } from '../filters/store.ts'
import { listsIn } from '../filters/tests.ts'
import type { ForwardParts, ForwardStores } from '../forward.ts'
import { readWays } from '../mail/arrivals/store.ts'
import { noteBacklog } from '../mail/backlog/store.ts'
import { saveConfirmation } from '../mail/confirmations/store.ts'
import { lockCopies, saveCopies, sentBefore } from '../mail/copies/store.ts'
import { saveDeeds } from '../mail/deeds/store.ts'
import { type NewMessage, saveOnce } from '../mail/messages/store.ts'
import type { Parser } from '../mail/parse.ts'
import { readSenders, saveSenders } from '../mail/senders/store.ts'
import { savePages } from '../mail/whole/store.ts'
import type { Key } from '../seal.ts'
import type { Ground } from '../wiring.ts'

/** forward keeps its mails in PostgreSQL. */
export function forwardStores({ db, keys, clock }: Pick<Ground, 'db' | 'keys' | 'clock'>): ForwardStores {
  const keyed =
    <A extends unknown[], R>(work: (tx: Tx, userId: string, contentKey: Key, ...rest: A) => Promise<R>) =>
    async (tx: Tx, userId: string, ...rest: A): Promise<R> =>
      work(tx, userId, await keys.contentKeyOf(tx, userId), ...rest)
  return {
    inTransaction: work => db.transaction().execute(work),
    noteSenders: keyed(noteSenders),
    readSenders: keyed(readSenders),
    saveSenders: keyed(saveSenders),
    saveOnce: keyed((tx, userId, contentKey, messages: NewMessage[]) => saveMessages(tx, userId, contentKey, messages, clock.now())),
    readWays,
    filtersVersion,
    activeFilters,
    listsOf: async (tx, userId, filters) => {
      const names = new Set(filters.flatMap(filter => listsIn(filter.condition)))
      return foldedLists(tx, userId, await keys.contentKeyOf(tx, userId), names)
    },
    linkedDestinations,
    lockCopies: keyed(lockCopies),
    saveCopies: keyed(saveCopies),
    sentBefore,
    noteBacklog,
    saveVerdicts: keyed(saveVerdicts),
    saveDeeds,
    saveConfirmation: keyed(saveConfirmation),
    goneAlone,
    reserve,
    release: async (tx, userId, month, count) => {
      for (let i = 0; i < count; i++) await settleUsage(tx, userId, month, 'released')
    },
    enqueue,
    onCallAt,
    beginEscalations,
  }
}

/** What a phone shows less of can be seen on the web: its HTML is read once more, of the few mails that go to a phone. */
export function pageKeeper({ keys, clock }: Pick<Ground, 'keys' | 'clock'>, pageOf: Parser['pageOf']): ForwardParts['keepPages'] {
  return async (tx, userId, messages) => {
    const readable = messages.filter(({ view }) => view.unparsed === null)
    const read = await Promise.all(readable.map(async ({ id, arrived }) => ({ messageId: id, packed: await pageOf(arrived) })))
    const pages = read.flatMap(({ messageId, packed }) => (packed ? [{ messageId, packed }] : []))
    if (pages.length > 0) await savePages(tx, userId, await keys.contentKeyOf(tx, userId), pages, clock.now())
  }
}

// A mailbox of the person's own keeps the raw mail; of an address of ours there is no other copy.
async function saveMessages(tx: Tx, userId: string, contentKey: Key, messages: NewMessage[], now: Date): Promise<Set<string>> {
  const fresh = await saveOnce(tx, userId, contentKey, messages)
  for (const { id, arrived } of messages)
    if (arrived.kind === 'address' && fresh.has(id)) await saveBlob(tx, userId, contentKey, id, arrived.raw, now)
  return fresh
}
