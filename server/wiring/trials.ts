// Binds filter trials to the ledger's kept messages and the month's usage.
import type { Action } from '../../core/filters/action.ts'
import { monthOf } from '../../core/plans/allowance.ts'
import { usageOf } from '../billing/store.ts'
import type { RotaDeps } from '../delivery/rota/handlers.ts'
import { listRotas } from '../delivery/rota/store.ts'
import { linkedDestinations, listDestinations } from '../delivery/store.ts'
import { listsIn } from '../filters/condition-tests.ts'
import { foldedLists } from '../filters/lists/store.ts'
import { listFilters } from '../filters/store.ts'
import type { TrialDeps } from '../filters/trial/handlers.ts'
import type { TrialSource, Trials } from '../filters/trial/trials.ts'
import { pastExtent, pastMail, timeZoneOf, viewColumn } from '../use-cases/ledger/past-messages.ts'
import type { AppContext } from './app.ts'

export function trialSource({ db, keys }: AppContext): TrialSource {
  return {
    viewColumn,
    extent: userId => pastExtent(db, userId),
    async page(userId, after, limit) {
      const mails = await pastMail(db, userId, after && { arrivedAt: new Date(after.arrivedMs), id: after.id }, limit)
      return mails.map(({ arrivedAt, sealedView, ...mail }) => ({ ...mail, arrivedMs: arrivedAt.getTime(), sealed: sealedView }))
    },
    contentKeyOf: userId => keys.contentKeyOf(db, userId),
    timeZoneOf: userId => timeZoneOf(db, userId),
    listsOf: async (userId, conditions) =>
      foldedLists(db, userId, await keys.contentKeyOf(db, userId), new Set(conditions.flatMap(listsIn))),
  }
}

/** A rota that a filter asks is not removed. */
export const rotaDeps = ({ db, clock, words }: AppContext): RotaDeps => ({
  ...{ db, clock, words },
  filterNaming: async (userId, rotaId) => {
    const asks = (action: Action) => action.kind === 'forward' && action.rotaId === rotaId
    return (await listFilters(db, userId)).find(({ actions }) => actions.some(asks))?.name ?? null
  },
})

/** The handlers of filters and of their trials share these. */
export function filterDeps({ db, clock, keys, words }: AppContext, trials: Trials): TrialDeps {
  return {
    ...{ db, clock, keys, words, trials },
    estimatePerDay: (userId, condition) => trials.perDay(userId, condition, clock.now()),
    destinationsOf: async userId => [...(await listDestinations(db, userId)), ...(await listRotas(db, userId))].map(one => one.id),
    linkedDestinations: userId => linkedDestinations(db, userId),
    usageOf: (userId, now) => usageOf(db, userId, monthOf(now)),
  }
}
