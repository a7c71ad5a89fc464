// Streams a trial while the user types: the draft run over their stored messages, newest first.
import type * as api from '../../../core/api/filter-trials.ts'
import type { TrialBody } from '../../../core/api/filter-trials.ts'
import type { Action } from '../../../core/filters/action.ts'
import type { Condition } from '../../../core/filters/tree.ts'
import { rateOf } from '../../../core/filters/trial/tally.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { LinesHandler, PersonHandler } from '../../foundation/http/route.ts'
import type { FilterDeps } from '../deps.ts'
import { listNames } from '../lists/store.ts'
import { getFilter } from '../store.ts'
import { validateFilters } from '../validate.ts'
import type { WorkerReply } from './tasks.ts'
import type { TrialOutcome, Trials } from './trials.ts'

export interface TrialDeps extends FilterDeps {
  trials: Trials
  /** The phones that mail may go to now. */
  linkedDestinations(userId: string): Promise<string[]>
  usageOf(userId: string, now: Date): Promise<{ reserved: number; delivered: number; allowance: number | null }>
}

/** What is not found by then is told as far as it was. */
const deadlineMs = 10_000

export function trialHandlers(deps: TrialDeps) {
  /** The trial that each person waits for; a newer one ends it. */
  const running = new Map<string, AbortController>()

  const trial: LinesHandler<typeof api.tryFilterApi> = async ({ userId, body }, send, closed) => {
    running.get(userId)?.abort()
    const newer = new AbortController()
    running.set(userId, newer)
    try {
      const saved = await lookAtDraft(deps, userId, body)
      const request = { draft: body.condition, saved, want: 'show' as const, since: null, deadlineMs }
      const tried = await deps.trials.run(userId, request, (said, of) => tell(said, of, send), AbortSignal.any([newer.signal, closed]))
      if (newer.signal.aborted) throw new HttpError(409, 'replaced', deps.words.of('trial')('refusedReplaced'))
      if (!tried) throw new HttpError(503, 'trial_failed', deps.words.of('trial')('refusedFailed'))
      send(await doneOf(deps, userId, body.actions, tried))
    } finally {
      if (running.get(userId) === newer) running.delete(userId)
    }
  }

  const example: PersonHandler<typeof api.findExampleApi> = async ({ userId, body }) => {
    const request = {
      draft: anything,
      saved: null,
      want: 'example' as const,
      picked: body.messageIds,
      since: null,
      deadlineMs: 2 * deadlineMs,
    }
    const tried = await deps.trials.run(userId, request, () => undefined, new AbortController().signal)
    if (!tried) throw new HttpError(503, 'trial_failed', deps.words.of('trial')('refusedFailed'))
    if (!tried.example) throw new HttpError(404, 'message_unknown', deps.words.of('trial')('refusedMessages'))
    return tried.example
  }
  return { trial, example }
}

const anything: Condition = { field: 'size', operator: 'over', bytes: 1 }

/** The condition of the saved filter to compare with; throws what is wrong with the draft. */
async function lookAtDraft({ db, words, destinationsOf }: TrialDeps, userId: string, { filterId, condition, actions }: TrialBody) {
  const beside = { others: [], destinationIds: await destinationsOf(userId), listNames: await listNames(db, userId) }
  validateFilters(words, [{ name: '', paused: false, condition, actions }], beside)
  if (filterId === null) return null
  const saved = await getFilter(db, userId, filterId)
  if (!saved) throw new HttpError(404, 'filter_unknown', words.of('trial')('refusedFilter'))
  return saved.condition
}

function tell(said: WorkerReply, of: number, send: Parameters<LinesHandler<typeof api.tryFilterApi>>[1]): void {
  if (said.kind === 'sample') send({ kind: 'sample', sample: said.sample })
  if (said.kind === 'near') send({ kind: 'near', near: said.near })
  if (said.kind === 'progress') send({ kind: 'progress', of, ...countsOf(said) })
}

async function doneOf(deps: TrialDeps, userId: string, actions: Action[], tried: TrialOutcome) {
  const now = deps.clock.now()
  const since = tried.sinceMs === null ? null : new Date(tried.sinceMs)
  const [usage, phones] = await Promise.all([deps.usageOf(userId, now), phonesOf(deps, userId, actions)])
  return {
    ...{ kind: 'done' as const, of: tried.of, ...countsOf(tried) },
    ...rateOf(tried.matched * phones, since, now),
    since: since?.toISOString() ?? null,
    usedThisMonth: usage.reserved + usage.delivered,
    allowance: usage.allowance,
  }
}

/** To how many phones each mail would go: every one counts against the allowance. A draft without actions forwards to one. */
async function phonesOf({ linkedDestinations }: TrialDeps, userId: string, actions: Action[]): Promise<number> {
  if (actions.length === 0) return 1
  const forwards = actions.filter(action => action.kind === 'forward')
  if (forwards.length === 0) return 0
  const linked = await linkedDestinations(userId)
  // One after another, and by a rota, most mails go to a single phone.
  if (forwards.some(({ next, rotaId }) => next || rotaId)) return 1
  const named = new Set(forwards.flatMap(({ destinationIds }) => (destinationIds.length === 0 ? linked : destinationIds)))
  return linked.filter(id => named.has(id)).length
}

const countsOf = ({
  looked,
  matched,
  gained,
  lost,
  unknown,
}: Pick<TrialOutcome, 'looked' | 'matched' | 'gained' | 'lost' | 'unknown'>) => ({
  ...{ looked, matched, gained, lost, unknown },
})
