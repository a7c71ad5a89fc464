// Binds applying a filter to past messages to the delivery queue and the stored messages.
import { deliveryDefaultsOf } from '../account/settings/store.ts'
import { settleUsage } from '../billing/usage-store.ts'
import { enqueue, existingPairs } from '../delivery/queue.ts'
import { recentSends } from '../delivery/recent-sends-store.ts'
import { onCallAt } from '../delivery/rota/store.ts'
import { linkedDestinations } from '../delivery/store.ts'
import { addMatches, copiesAmong, listFilters } from '../filters/store.ts'
import type { Trials } from '../filters/trial/trials.ts'
import { newId } from '../foundation/seal.ts'
import { readPastMessages } from '../use-cases/ledger/past-messages.ts'
import type { PastRunDeps } from '../use-cases/past-run.ts'
import type { AppContext } from './app.ts'
import { trialSource } from './trials.ts'

/** Requests time out after a minute. */
const deadlineMs = 40_000

export function pastRunDeps(app: AppContext, trials: Trials, wake: () => void): PastRunDeps {
  const { db, keys, clock, words, allowance } = app
  const never = new AbortController().signal
  return {
    stores: {
      inTransaction: work => db.transaction().execute(work),
      listFilters: userId => listFilters(db, userId),
      readLists: trialSource(app).readLists,
      linkedDestinations,
      async findMatchesSince(userId, draft, since) {
        const trial = await trials.run(userId, { draft, saved: null, want: 'names', since, deadlineMs }, () => undefined, never)
        const copies = await copiesAmong(db, userId, trial?.names ?? [])
        return trial && trial.names.filter(id => !copies.has(id))
      },
      readPastMessages: async (tx, userId, ids) => readPastMessages(tx, userId, await keys.contentKeyOf(tx, userId), ids),
      existingPairs,
      deliveryDefaultsOf,
      onCallAt,
      recentSends,
      reserve: allowance.reserve,
      release: async (tx, userId, month, count) => {
        for (let i = 0; i < count; i++) await settleUsage(tx, userId, month, 'unused')
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
