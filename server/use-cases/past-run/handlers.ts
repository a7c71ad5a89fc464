// Handles requests to apply a saved filter to past messages, and says how far it has come.
import type * as api from '../../../core/api/filter-trials.ts'
import type { PastRun } from '../../../core/api/filter-trials.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { ClaimedRun, PastRunRow } from '../../filters/past-runs/rows.ts'
import { beginRun, listRuns } from '../../filters/past-runs/store.ts'
import { sleep } from '../../foundation/clock.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { type ForwardPastStores, findDestinations } from './forward-batch.ts'
import type { PastRunDeps } from './work.ts'

export interface PastRunHandlerDeps extends Pick<PastRunDeps, 'db' | 'listFilters' | 'now' | 'newId'> {
  stores: Pick<ForwardPastStores, 'deliveryDefaultsOf' | 'onCallAt' | 'linkedDestinations'>
  countPast(userId: string, since: Date): Promise<number>
  say: Translate<'trial'>
  /** Resolves when the run has ended, or goes on elsewhere. */
  work(run: ClaimedRun): Promise<void>
}

const dayMs = 86_400_000
/** Most mailboxes are done by then, and the response says so. */
const patienceMs = 3000

export function pastRunHandlers(deps: PastRunHandlerDeps) {
  const { db, now, say } = deps

  const run: UserHandler<typeof api.runFilterApi> = async ({ userId, params, body }) => {
    await refuseUseless(deps, userId, params.id)
    const at = now()
    const since = new Date(at.getTime() - body.days * dayMs)
    const begun = await beginRun(db, userId, {
      ...{ id: deps.newId(at), filterId: params.id, since, now: at },
      total: await deps.countPast(userId, since),
    })
    if (!begun) throw new HttpError(409, 'run_under_way', say('refusedRunUnderWay'))
    await Promise.race([deps.work(begun), sleep(patienceMs)])
    const row = (await listRuns(db, userId, params.id)).find(({ id }) => id === begun.id)
    if (!row) throw unknownFilter(say)
    return toPastRun(say, row)
  }

  const listPastRuns: UserHandler<typeof api.listRunsApi> = async ({ userId, params }) => {
    await findFilter(deps, userId, params.id)
    return { items: (await listRuns(db, userId, params.id)).map(row => toPastRun(say, row)), next: null }
  }
  return { run, listPastRuns }
}

async function findFilter({ listFilters, say }: PastRunHandlerDeps, userId: string, filterId: string) {
  const filter = (await listFilters(userId)).find(({ id }) => id === filterId)
  if (!filter) throw unknownFilter(say)
  return filter
}

const unknownFilter = (say: PastRunHandlerDeps['say']) => new HttpError(404, 'filter_unknown', say('refusedFilter'))

async function refuseUseless(deps: PastRunHandlerDeps, userId: string, filterId: string): Promise<void> {
  const { db, stores, say } = deps
  const filter = await findFilter(deps, userId, filterId)
  if (!filter.actions.some(({ kind }) => kind === 'forward')) throw new HttpError(422, 'forwards_nothing', say('refusedNoForward'))
  const destinations = await findDestinations(stores, db, userId, filter, await stores.deliveryDefaultsOf(db, userId), deps.now())
  if (destinations.length === 0) throw new HttpError(422, 'no_destination', say('refusedNoDestination'))
}

const toPastRun = (say: PastRunHandlerDeps['say'], row: PastRunRow): PastRun => ({
  ...{ id: row.id, state: row.state, looked: row.looked, matched: row.matched, enqueued: row.enqueued, held: row.held },
  // More may have arrived since it was counted.
  of: Math.max(row.total, row.looked),
  reason: row.state === 'failed' ? say('runFailed') : null,
})
