// What a run over past mail is given: forward's own path into the queue, and the kept mail of the ledger.
import { habitsOf } from '../account/settings/store.ts'
import { reserve, settleUsage } from '../billing/store.ts'
import { goneAlone } from '../delivery/gone/store.ts'
import { enqueue, pairsOf } from '../delivery/queue.ts'
import { onCallAt } from '../delivery/rota/store.ts'
import { linkedDestinations } from '../delivery/store.ts'
import { addMatches, copiesAmong, listFilters } from '../filters/store.ts'
import type { Trials } from '../filters/trial/trials.ts'
import { openPast } from '../ledger/past.ts'
import type { PastRunParts } from '../past-run.ts'
import { newId } from '../seal.ts'
import type { Ground } from '../wiring.ts'
import { trialSource } from './trials.ts'

/** A request waits a minute for its answer. */
const deadlineMs = 40_000

export function pastRunParts(ground: Ground, trials: Trials, wake: () => void): PastRunParts {
  const { db, keys, clock, words } = ground
  const never = new AbortController().signal
  return {
    stores: {
      inTransaction: work => db.transaction().execute(work),
      listFilters: userId => listFilters(db, userId),
      listsOf: trialSource(ground).listsOf,
      linkedDestinations,
      async matchesSince(userId, draft, since) {
        const tried = await trials.run(userId, { draft, saved: null, want: 'names', since, deadlineMs }, () => undefined, never)
        const copies = await copiesAmong(db, userId, tried?.names ?? [])
        return tried && tried.names.filter(id => !copies.has(id))
      },
      openPast: async (tx, userId, ids) => openPast(tx, userId, await keys.contentKeyOf(tx, userId), ids),
      pairsOf,
      habitsOf,
      onCallAt,
      goneAlone,
      reserve,
      release: async (tx, userId, month, count) => {
        for (let i = 0; i < count; i++) await settleUsage(tx, userId, month, 'released')
      },
      enqueue,
      addMatches: async (tx, userId, matches, now) => addMatches(tx, userId, await keys.contentKeyOf(tx, userId), matches, now),
    },
    now: clock.now,
    newId,
    say: words.of('trial'),
    wake,
  }
}
