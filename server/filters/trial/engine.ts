// Runs the draft and the saved filter over one message, and describes the result.
import type { NearMiss, TrialSample } from '../../../core/api/filter-trials.ts'
import type { Filter } from '../../../core/filters/action.ts'
import { compile, type Engine } from '../../../core/filters/engine/compile.ts'
import { filterResult, type Run, startRun, testResult, testResultForExplanation } from '../../../core/filters/engine/run.ts'
import { explain } from '../../../core/filters/explain.ts'
import { type FilterInput, toFilterInput } from '../../../core/filters/fields.ts'
import type { Condition, Lists } from '../../../core/filters/tree.ts'
import { failingTest } from '../../../core/filters/trial/near.ts'
import type { TrialChange } from '../../../core/filters/trial/tally.ts'
import type { OpenedMessage } from './message-cache.ts'
import type { BeginTask } from './tasks.ts'

export interface TrialEngine {
  engine: Engine
  draft: Condition
  hasSaved: boolean
  lists: Lists
  timeZone: string
}

export interface TrialResult {
  run: Run
  draft: TrialAnswer
  saved: TrialAnswer | null
}

type TrialAnswer = boolean | 'unknown'

export function openTrialEngine({ draft, saved, lists, timeZone }: BeginTask): TrialEngine {
  const listSets = new Map(lists.map(([name, entries]) => [name, new Set(entries)]))
  const conditions = saved ? [draft, saved] : [draft]
  return { engine: compile(conditions.map(toFilter), listSets), draft, hasSaved: saved !== null, lists: listSets, timeZone }
}

export function tryMessage(trialEngine: TrialEngine, message: OpenedMessage): TrialResult {
  const run = startRun(trialEngine.engine, toInput(trialEngine, message))
  return { run, draft: answerOf(run, 0), saved: trialEngine.hasSaved ? answerOf(run, 1) : null }
}

/**
 * A result that exceeds the evaluation budget counts as a match, as it does when mail arrives. A result that needs a part of the
 * message that is not stored is unknown, because on arrival that part would have been fetched.
 */
const answerOf = (run: Run, filter: number): TrialAnswer => filterResult(run, filter) ?? (run.depth === 'text' ? true : 'unknown')

export function toSample(trialEngine: TrialEngine, message: OpenedMessage, run: Run, change: TrialChange): TrialSample {
  return { ...toHead(message), change, explanation: explainDraft(trialEngine, message, run) }
}

/** Null unless exactly one test keeps the draft from matching. */
export function toNearMiss(trialEngine: TrialEngine, message: OpenedMessage, run: Run): NearMiss | null {
  const failing = failingTest(trialEngine.draft, test => testResult(run, test) !== false)
  return failing && { ...toHead(message), failing, explanation: explainDraft(trialEngine, message, run) }
}

const toFilter = (condition: Condition, i: number): Filter => ({ id: String(i), name: '', paused: false, condition, actions: [] })

export function toInput(trialEngine: TrialEngine, { view, values, ...message }: OpenedMessage): FilterInput {
  return { ...toFilterInput(view, toArrival(trialEngine, message), trialEngine.lists), values }
}

const toArrival = (
  { timeZone }: TrialEngine,
  { arrivedMs, mailbox, isFirstTimeSender }: Pick<OpenedMessage, 'arrivedMs' | 'mailbox' | 'isFirstTimeSender'>,
) => ({
  ...{ arrivedAt: new Date(arrivedMs).toISOString(), timeZone, mailbox, isFirstTimeSender },
})

function explainDraft(trialEngine: TrialEngine, message: OpenedMessage, run: Run) {
  const input = toFilterInput(message.view, toArrival(trialEngine, message), trialEngine.lists)
  return explain(trialEngine.draft, input, test => testResultForExplanation(run, test))
}

const toHead = ({ id, datedMs, view }: OpenedMessage) => ({
  messageId: id,
  from: view.from[0] ?? null,
  subject: view.subject,
  datedAt: new Date(datedMs).toISOString(),
})
