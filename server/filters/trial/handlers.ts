// Streams a trial while the user types: runs the draft over their stored messages, newest first.
import type * as api from '../../../core/api/filter-trials.ts'
import type { TrialBody } from '../../../core/api/filter-trials.ts'
import type { Action } from '../../../core/filters/action.ts'
import type { Condition } from '../../../core/filters/tree.ts'
import { matchRate } from '../../../core/filters/trial/tally.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { StreamHandler, UserHandler } from '../../foundation/http/route.ts'
import type { FilterDeps } from '../deps.ts'
import { listNames } from '../lists/store.ts'
import { getFilter } from '../store.ts'
import { validateFilters } from '../validate.ts'
import type { WorkerReply } from './tasks.ts'
import type { TrialOutcome, Trials } from './trials.ts'

export interface TrialDeps extends FilterDeps {
  trials: Trials
  /** The phones that may receive messages now. */
  linkedDestinations(userId: string): Promise<string[]>
  usageOf(userId: string, now: Date): Promise<{ reserved: number; delivered: number; allowance: number | null }>
}

/** A trial that reaches this deadline reports what it has found so far. */
const deadlineMs = 10_000

export function trialHandlers(deps: TrialDeps) {
  /** Each user's running trial; a newer one ends it. */
  const running = new Map<string, AbortController>()

  const trial: StreamHandler<typeof api.tryFilterApi> = async ({ userId, body }, send, closed) => {
    running.get(userId)?.abort()
    const controller = new AbortController()
    running.set(userId, controller)
    try {
      const saved = await validateDraft(deps, userId, body)
      const request = { draft: body.condition, saved, want: 'show' as const, since: null, deadlineMs }
      const outcome = await deps.trials.run(
        userId,
        request,
        (reply, total) => sendReply(reply, total, send),
        AbortSignal.any([controller.signal, closed]),
      )
      if (controller.signal.aborted) throw new HttpError(409, 'replaced', deps.words.of('trial')('refusedReplaced'))
      if (!outcome) throw new HttpError(503, 'trial_failed', deps.words.of('trial')('refusedFailed'))
      send(await toResult(deps, userId, body.actions, outcome))
    } finally {
      if (running.get(userId) === controller) running.delete(userId)
    }
  }

  const example: UserHandler<typeof api.findExampleApi> = async ({ userId, body }) => {
    const request = {
      draft: anyMessage,
      saved: null,
      want: 'example' as const,
      picked: body.messageIds,
      since: null,
      deadlineMs: 2 * deadlineMs,
    }
    const outcome = await deps.trials.run(userId, request, () => undefined, new AbortController().signal)
    if (!outcome) throw new HttpError(503, 'trial_failed', deps.words.of('trial')('refusedFailed'))
    if (!outcome.example) throw new HttpError(404, 'message_unknown', deps.words.of('trial')('refusedMessages'))
    return outcome.example
  }
  return { trial, example }
}

const anyMessage: Condition = { field: 'size', operator: 'over', bytes: 1 }

/** Returns the condition of the saved filter to compare with; throws if the draft is invalid. */
async function validateDraft({ db, words, listDestinationIds }: TrialDeps, userId: string, { filterId, condition, actions }: TrialBody) {
  const context = { others: [], destinationIds: await listDestinationIds(userId), listNames: await listNames(db, userId) }
  validateFilters(words, [{ name: '', paused: false, condition, actions }], context)
  if (filterId === null) return null
  const saved = await getFilter(db, userId, filterId)
  if (!saved) throw new HttpError(404, 'filter_unknown', words.of('trial')('refusedFilter'))
  return saved.condition
}

function sendReply(reply: WorkerReply, total: number, send: Parameters<StreamHandler<typeof api.tryFilterApi>>[1]): void {
  if (reply.kind === 'sample') send({ kind: 'sample', sample: reply.sample })
  if (reply.kind === 'near') send({ kind: 'near', near: reply.near })
  if (reply.kind === 'progress') send({ kind: 'progress', of: total, ...pickCounts(reply) })
}

async function toResult(deps: TrialDeps, userId: string, actions: Action[], outcome: TrialOutcome) {
  const now = deps.clock.now()
  const since = outcome.last && new Date(outcome.last.datedMs)
  const [usage, phones] = await Promise.all([deps.usageOf(userId, now), countPhones(deps, userId, actions)])
  return {
    ...{ kind: 'done' as const, of: outcome.of, ...pickCounts(outcome) },
    ...matchRate(outcome.matched * phones, since, now),
    since: since?.toISOString() ?? null,
    usedThisMonth: usage.reserved + usage.delivered,
    allowance: usage.allowance,
  }
}

/** How many phones each message would go to, as each counts against the allowance. A draft without actions counts as one. */
async function countPhones({ linkedDestinations }: TrialDeps, userId: string, actions: Action[]): Promise<number> {
  if (actions.length === 0) return 1
  const forwards = actions.filter(action => action.kind === 'forward')
  if (forwards.length === 0) return 0
  const linked = await linkedDestinations(userId)
  // With escalation or a rota, most messages go to a single phone.
  if (forwards.some(({ next, rotaId }) => next || rotaId)) return 1
  const chosen = new Set(forwards.flatMap(({ destinationIds }) => (destinationIds.length === 0 ? linked : destinationIds)))
  return linked.filter(id => chosen.has(id)).length
}

const pickCounts = ({
  looked,
  matched,
  gained,
  lost,
  unknown,
}: Pick<TrialOutcome, 'looked' | 'matched' | 'gained' | 'lost' | 'unknown'>) => ({
  ...{ looked, matched, gained, lost, unknown },
})
