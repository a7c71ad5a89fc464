// Runs the draft and the saved filter over one message, and describes the result.
import type { NearMiss, TrialSample } from '../../../core/api/filter-trials.ts'
import type { Filter } from '../../../core/filters/action.ts'
import { compile, type Engine } from '../../../core/filters/engine/compile.ts'
import { answerTo, answerWithHits, openRun, type Run, resultOf } from '../../../core/filters/engine/run.ts'
import { explain } from '../../../core/filters/explain.ts'
import { openReading, type Reading } from '../../../core/filters/fields.ts'
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
  draft: Told
  saved: Told | null
}

type Told = boolean | 'unknown'

export function openTrialEngine({ draft, saved, lists, timeZone }: BeginTask): TrialEngine {
  const known = new Map(lists.map(([name, entries]) => [name, new Set(entries)]))
  const conditions = saved ? [draft, saved] : [draft]
  return { engine: compile(conditions.map(asFilter), known), draft, hasSaved: saved !== null, lists: known, timeZone }
}

export function tryOn(bench: TrialEngine, mail: OpenedMessage): TrialResult {
  const run = openRun(bench.engine, readingOf(bench, mail))
  return { run, draft: toldBy(run, 0), saved: bench.hasSaved ? toldBy(run, 1) : null }
}

/**
 * What could not be found out within the budget of a mail counts as a match, as it does when mail arrives. What stands in a part of the
 * mail that is not kept is unknown: had it been asked for when it came, it would have been fetched.
 */
const toldBy = (run: Run, filter: number): Told => resultOf(run, filter) ?? (run.have === 'text' ? true : 'unknown')

export function sampleOf(bench: TrialEngine, mail: OpenedMessage, run: Run, change: TrialChange): TrialSample {
  return { ...headOf(mail), change, explanation: explanationOf(bench, mail, run) }
}

/** Null where more than one test, or none, stands between the mail and the draft. */
export function nearMissOf(bench: TrialEngine, mail: OpenedMessage, run: Run): NearMiss | null {
  const failing = failingTest(bench.draft, test => answerTo(run, test) !== false)
  return failing && { ...headOf(mail), failing, explanation: explanationOf(bench, mail, run) }
}

const asFilter = (condition: Condition, i: number): Filter => ({ id: String(i), name: '', paused: false, condition, actions: [] })

export function readingOf(bench: TrialEngine, { view, values, ...mail }: OpenedMessage): Reading {
  return { ...openReading(view, arrivalOf(bench, mail), bench.lists), values }
}

const arrivalOf = (
  { timeZone }: TrialEngine,
  { arrivedMs, mailbox, isFirstTimeSender }: Pick<OpenedMessage, 'arrivedMs' | 'mailbox' | 'isFirstTimeSender'>,
) => ({
  ...{ arrivedAt: new Date(arrivedMs).toISOString(), timeZone, mailbox, isFirstTimeSender },
})

function explanationOf(bench: TrialEngine, mail: OpenedMessage, run: Run) {
  const reading = openReading(mail.view, arrivalOf(bench, mail), bench.lists)
  return explain(bench.draft, reading, test => answerWithHits(run, test))
}

const headOf = ({ id, arrivedMs, view }: OpenedMessage) => ({
  messageId: id,
  from: view.from[0] ?? null,
  subject: view.subject,
  arrivedAt: new Date(arrivedMs).toISOString(),
})
