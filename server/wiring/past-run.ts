// Binds applying a filter to past messages to the delivery queue and the stored messages.
import { deliveryDefaultsOf } from '../account/settings/store.ts'
import { settleUsage } from '../billing/usage-store.ts'
import { enqueue, existingPairs } from '../delivery/queue.ts'
import { recentSends } from '../delivery/recent-sends-store.ts'
import { onCallAt } from '../delivery/rota/store.ts'
import { linkedDestinations } from '../delivery/store.ts'
import { claimLeftRun, dropEndedRuns } from '../filters/past-runs/owners.ts'
import { advanceRun, endRun, releaseRun } from '../filters/past-runs/store.ts'
import { addMatches, copiesAmong, listFilters } from '../filters/store.ts'
import type { Trials } from '../filters/trial/trials.ts'
import type { Jobs } from '../foundation/jobs.ts'
import { newId } from '../foundation/seal.ts'
import { countPastMessages, readPastMessages } from '../use-cases/ledger/past-messages.ts'
import type { ForwardPastStores } from '../use-cases/past-run/forward-batch.ts'
import type { PastRunHandlerDeps } from '../use-cases/past-run/handlers.ts'
import { continuePastRuns, type PastRunDeps, workPastRun } from '../use-cases/past-run/work.ts'
import type { AppContext } from './app.ts'
import { trialSource } from './trials.ts'

/** Short enough that people who try filters in the same threads do not notice. */
const sliceMs = 2000
const keptMs = 7 * 86_400_000

export function pastRunDeps(app: AppContext, trials: Trials, wake: () => void): PastRunDeps {
  const { db, clock, log } = app
  return {
    ...{ db, log, wake, newId, now: clock.now, stores: forwardPastStores(app), readLists: trialSource(app).readLists },
    inTransaction: work => db.transaction().execute(work),
    listFilters: userId => listFilters(db, userId),
    runs: {
      claimLeft: () => claimLeftRun(db),
      advance: advanceRun,
      end: (userId, run, state, now) => endRun(db, userId, run, state, now),
      release: (userId, run) => releaseRun(db, userId, run),
    },
    async findMatches(userId, draft, from) {
      const request = { draft, from, saved: null, since: null, want: 'matches' as const, deadlineMs: sliceMs }
      const trial = await trials.run(userId, request, () => undefined, new AbortController().signal)
      if (!trial) return null
      const copies = await copiesAmong(
        db,
        userId,
        trial.matches.map(({ id }) => id),
      )
      return { ...trial, matches: trial.matches.filter(({ id }) => !copies.has(id)) }
    },
  }
}

const forwardPastStores = ({ keys, allowance }: AppContext): ForwardPastStores => ({
  linkedDestinations,
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
})

export const pastRunHandlerDeps = (app: AppContext, deps: PastRunDeps): PastRunHandlerDeps => ({
  ...deps,
  countPast: (userId, since) => countPastMessages(app.db, userId, since),
  say: app.words.of('trial'),
  work: run => workPastRun(deps, run),
})

/** What a host left when it stopped goes on within two minutes. */
export async function schedulePastRuns(jobs: Jobs, { db, clock }: AppContext, deps: PastRunDeps): Promise<void> {
  await jobs.schedule('continue-past-runs', '* * * * *', () => continuePastRuns(deps))
  await jobs.schedule('sweep-past-runs', '37 * * * *', () => dropEndedRuns(db, new Date(clock.now().getTime() - keptMs)))
}
