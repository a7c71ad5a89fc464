// Binds a run over past mail to forward's path into the queue and the ledger's kept messages.
import { habitsOf } from '../account/settings/store.ts'
import { reserve, settleUsage } from '../billing/store.ts'
import { enqueue, pairsOf } from '../delivery/queue.ts'
import { recentSends } from '../delivery/recent-sends-store.ts'
import { onCallAt } from '../delivery/rota/store.ts'
import { linkedDestinations } from '../delivery/store.ts'
import { addMatches, copiesAmong, listFilters } from '../filters/store.ts'
import type { Trials } from '../filters/trial/trials.ts'
import { newId } from '../foundation/seal.ts'
import { openPast } from '../use-cases/ledger/past-messages.ts'
import type { PastRunDeps } from '../use-cases/past-run.ts'
import type { AppContext } from './app.ts'
import { trialSource } from './trials.ts'

/** A request waits a minute for its answer. */
const deadlineMs = 40_000

export function pastRunDeps(app: AppContext, trials: Trials, wake: () => void): PastRunDeps {
  const { db, keys, clock, words } = app
  const never = new AbortController().signal
  return {
    stores: {
      inTransaction: work => db.transaction().execute(work),
      listFilters: userId => listFilters(db, userId),
      listsOf: trialSource(app).listsOf,
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
      recentSends,
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
