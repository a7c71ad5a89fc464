// Binds filter trials to the ledger's stored messages and the month's usage.
import type { Action } from '../../core/filters/action.ts'
import type { RotaDeps } from '../delivery/rota/handlers.ts'
import { listRotas } from '../delivery/rota/store.ts'
import { linkedDestinations, listDestinations } from '../delivery/store.ts'
import { listsIn } from '../filters/condition-tests.ts'
import type { NewPhones } from '../filters/deps.ts'
import { foldedLists } from '../filters/lists/store.ts'
import { listFilters } from '../filters/store.ts'
import type { TrialDeps } from '../filters/trial/handlers.ts'
import type { TrialSource, Trials } from '../filters/trial/trials.ts'
import { listPastMessages, pastExtent, readTimeZone, viewColumn } from '../use-cases/ledger/past-messages.ts'
import type { AppContext } from './app.ts'

export function trialSource({ db, keys }: AppContext): TrialSource {
  return {
    viewColumn,
    extent: userId => pastExtent(db, userId),
    async page(userId, after, limit, order) {
      const messages = await listPastMessages(db, userId, after && { datedAt: new Date(after.datedMs), id: after.id }, limit, order)
      return messages.map(({ arrivedAt, datedAt, sealedView, ...message }) => ({
        ...message,
        ...{ arrivedMs: arrivedAt.getTime(), datedMs: datedAt.getTime(), sealed: sealedView },
      }))
    },
    contentKeyOf: userId => keys.contentKeyOf(db, userId),
    timeZoneOf: userId => readTimeZone(db, userId),
    readLists: async (userId, conditions) =>
      foldedLists(db, userId, await keys.contentKeyOf(db, userId), new Set(conditions.flatMap(listsIn))),
  }
}

/** Finds a filter that uses a rota, which then cannot be removed. */
export const rotaDeps = ({ db, clock, words }: AppContext): RotaDeps => ({
  ...{ db, clock, words },
  findFilterUsing: async (userId, rotaId) => {
    const usesRota = (action: Action) => action.kind === 'forward' && action.rotaId === rotaId
    return (await listFilters(db, userId)).find(({ actions }) => actions.some(usesRota))?.name ?? null
  },
})

/** Shared by the handlers of filters and of trials. */
export function filterDeps({ db, clock, keys, words, allowance, limitsOf }: AppContext, trials: Trials, newPhones: NewPhones): TrialDeps {
  return {
    ...{ db, clock, keys, words, trials, limitsOf, newPhones },
    estimatePerDay: (userId, condition) => trials.perDay(userId, condition, clock.now()),
    listDestinationIds: async userId =>
      [...(await listDestinations(db, userId)), ...(await listRotas(db, userId))].map(destination => destination.id),
    linkedDestinations: userId => linkedDestinations(db, userId),
    usageOf: (userId, now) => allowance.usageOf(db, userId, now),
  }
}
