// The verdict on a message: which filters held, to whom it goes, and what is done with it.
import type { Filter } from './action.ts'
import { type DeliveryPreferences, preferencesOf } from './delivery-preferences.ts'
import type { Engine } from './engine/compile.ts'
import { answerWithHits, openRun, type Run, resultOf, type TestResult } from './engine/run.ts'
import { finish, type Steps } from './engine/steps.ts'
import { explain } from './explain.ts'
import type { FilterExplanations } from './explanation.ts'
import type { Reading } from './fields.ts'
import { atThisHour, nobodyOnCall, type OnCall } from './on-call.ts'
import { type Privacy, privacyOf } from './privacy.ts'

export interface Forward extends Privacy {
  filterId: string
  filterName: string
  destinationId: string
  preferences: DeliveryPreferences
  /** Where the mail goes after this phone, when nobody reads it. */
  chain?: Chain
}

/** All phones of a filter that asks them one after another, in their order; those that are not linked too. */
export interface Chain {
  filterId: string
  afterMinutes: number
  thenEmail: boolean
  steps: ChainStep[]
}

export interface ChainStep extends Privacy {
  destinationId: string
  isLinked: boolean
  preferences: DeliveryPreferences
}

/** What is done to the mail in its own mailbox; `folder` of a move alone. */
export interface FilterMailboxAction {
  kind: 'mark_read' | 'flag' | 'move'
  folder: string | null
  filterId: string
}

/**
 * `not_proven`: a filter that took too much work to ask forwards it, to be safe. `no_destination`: a filter held, but none of its
 * destinations is linked. `stopped`: a filter that stops held before any that forwards. `no_forward`: those that held do not forward.
 */
export interface Decision {
  result: 'matched' | 'not_matched' | 'suppressed'
  reason: 'not_proven' | 'no_destination' | 'stopped' | 'no_forward' | null
  forwards: Forward[]
  mailboxActions: FilterMailboxAction[]
  explanations: FilterExplanations
  /** A filter could not be asked: too much work, or of a mail that is known in part. */
  isOpen: boolean
}

/** So many filters that did not hold are explained at once; the others when somebody asks. */
const mostMissesExplained = 50

/**
 * Asks the filters in order: `stop` ends the run, a destination belongs to the first filter that names it. One that could not be
 * asked within `budget` forwards as if it held, but neither stops nor touches the mailbox.
 */
export const decide = (engine: Engine, reading: Reading, linkedIds: string[], budget?: number, onCall?: OnCall): Decision =>
  finish(deciding(engine, reading, linkedIds, budget, onCall))

/** The same in steps, between which others may have their turn: a filter each. */
export function* deciding(
  engine: Engine,
  reading: Reading,
  linkedIds: string[],
  budget?: number,
  onCall: OnCall = nobodyOnCall,
): Steps<Decision> {
  const run = openRun(engine, reading, budget)
  const asked = yield* askInOrder(run, linkedIds, onCall)
  const explanations: FilterExplanations = []
  for (const one of asked) {
    explanations.push(explainOne(run, one))
    yield
  }
  const forwards = asked.flatMap(({ own, filter }) => own.map(destinationId => forwardTo(filter, destinationId, asked)))
  return {
    ...resultOfRun(asked),
    forwards: withChains(forwards, asked, linkedIds),
    mailboxActions: mailboxActionsOf(asked),
    explanations,
    isOpen: asked.some(({ answer }) => answer === null),
  }
}

/** A filter that was asked and is explained; `own` are the destinations that it gave. */
interface Asked {
  filter: Filter
  answer: TestResult
  own: string[]
  stops: boolean
}

function* askInOrder(run: Run, linkedIds: string[], onCall: OnCall): Steps<Asked[]> {
  const asked: Asked[] = []
  const taken = new Set<string>()
  let misses = 0
  for (const [i, any] of run.engine.filters.entries()) {
    const filter = atThisHour(any, onCall)
    const answer = resultOf(run, i)
    if (answer === false && ++misses > mostMissesExplained) continue
    const own = answer === false ? [] : destinationsOf(filter, linkedIds).filter(id => !taken.has(id))
    for (const id of own) taken.add(id)
    const stops = answer === true && filter.actions.some(action => action.kind === 'stop')
    asked.push({ filter, answer, own, stops })
    if (stops) break
    yield
  }
  return asked
}

function destinationsOf(filter: Filter, linkedIds: string[]): string[] {
  const wanted = filter.actions.flatMap(action => {
    if (action.kind !== 'forward') return []
    const linked = action.destinationIds.length === 0 ? linkedIds : action.destinationIds.filter(id => linkedIds.includes(id))
    return action.next ? linked.slice(0, 1) : linked
  })
  return [...new Set(wanted)]
}

/** A chain begins with the mail on its first phone, whichever filter brings it there; one alone begins on each. */
function withChains(forwards: Forward[], asked: Asked[], linkedIds: string[]): Forward[] {
  const chains = asked.flatMap(one => (one.answer === false ? [] : (chainOf(one.filter, asked, linkedIds) ?? [])))
  return forwards.map(forward => {
    const chain = chains.find(({ steps }) => steps.find(step => step.isLinked)?.destinationId === forward.destinationId)
    return chain ? { ...forward, chain } : forward
  })
}

function chainOf(filter: Filter, asked: Asked[], linkedIds: string[]): Chain | null {
  const forward = filter.actions.find(action => action.kind === 'forward')
  if (!forward?.next) return null
  const ids = forward.destinationIds.length === 0 ? linkedIds : [...new Set(forward.destinationIds)]
  const steps = ids.map(destinationId => {
    const { show, redact, preferences } = forwardTo(filter, destinationId, asked)
    return { destinationId, isLinked: linkedIds.includes(destinationId), show, redact, preferences }
  })
  return { filterId: filter.id, afterMinutes: forward.next.minutes, thenEmail: forward.next.thenEmail ?? false, steps }
}

/** Any filter that may have held has its say. */
function forwardTo(filter: Filter, destinationId: string, asked: Asked[]): Forward {
  const speaking = asked.filter(one => one.answer !== false && speaksFor(one.filter, destinationId)).map(one => one.filter)
  const said = { ...privacyOf(filter, speaking), preferences: preferencesOf(filter, speaking) }
  return { filterId: filter.id, filterName: filter.name, destinationId, ...said }
}

/** One that forwards nowhere itself speaks for every phone. */
export function speaksFor({ actions }: Filter, destinationId: string): boolean {
  const forwards = actions.filter(action => action.kind === 'forward')
  return (
    forwards.length === 0 || forwards.some(({ destinationIds }) => destinationIds.length === 0 || destinationIds.includes(destinationId))
  )
}

/** Each kind once: a mail can be moved to one folder, the first. */
function mailboxActionsOf(asked: Asked[]): FilterMailboxAction[] {
  const actions = new Map<FilterMailboxAction['kind'], FilterMailboxAction>()
  for (const { filter, answer } of asked)
    for (const action of answer === true ? filter.actions : []) {
      if (action.kind !== 'mark_read' && action.kind !== 'flag' && action.kind !== 'move') continue
      if (actions.has(action.kind)) continue
      actions.set(action.kind, { kind: action.kind, folder: action.kind === 'move' ? action.folder : null, filterId: filter.id })
    }
  return [...actions.values()]
}

function resultOfRun(asked: Asked[]): Pick<Decision, 'result' | 'reason'> {
  const given = asked.filter(({ own }) => own.length > 0)
  if (given.length > 0) return { result: 'matched', reason: given.some(({ answer }) => answer === null) ? 'not_proven' : null }
  if (asked.some(({ filter, answer }) => answer !== false && filter.actions.some(action => action.kind === 'forward')))
    return { result: 'suppressed', reason: 'no_destination' }
  if (asked.some(({ stops }) => stops)) return { result: 'suppressed', reason: 'stopped' }
  return asked.some(({ answer }) => answer) ? { result: 'suppressed', reason: 'no_forward' } : { result: 'not_matched', reason: null }
}

const explainOne = (run: Run, { filter, own, stops }: Asked): FilterExplanations[number] => ({
  filterId: filter.id,
  filterName: filter.name,
  explanation: explain(filter.condition, run.reading, test => answerWithHits(run, test)),
  acted: own.length > 0 || stops,
})
