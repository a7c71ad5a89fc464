// Decides what happens to a message: which filters match, which destinations get it, and which mailbox actions run.
import type { Filter } from './action.ts'
import { combinePreferences, type DeliveryPreferences } from './delivery-preferences.ts'
import type { Engine } from './engine/compile.ts'
import { filterResult, type Run, startRun, type TestResult, testResultForExplanation } from './engine/run.ts'
import { runToEnd, type Steps } from './engine/steps.ts'
import { explain } from './explain.ts'
import type { FilterExplanations } from './explanation.ts'
import type { FilterInput } from './fields.ts'
import { nobodyOnCall, type OnCall, resolveOnCall } from './on-call.ts'
import { combinePrivacy, type PhonePrivacy } from './privacy.ts'

export interface Forward extends PhonePrivacy {
  filterId: string
  filterName: string
  destinationId: string
  preferences: DeliveryPreferences
  /** Where the email goes next if nobody reads it on this phone. */
  chain?: Chain
}

/** All phones that a filter tries one after another, in order, including phones that are not linked. */
export interface Chain {
  filterId: string
  afterMinutes: number
  thenEmail: boolean
  steps: ChainStep[]
}

export interface ChainStep extends PhonePrivacy {
  destinationId: string
  isLinked: boolean
  preferences: DeliveryPreferences
}

/** An action on the email in its own mailbox; `folder` is set only for a move. */
export interface FilterMailboxAction {
  kind: 'mark_read' | 'flag' | 'move'
  folder: string | null
  filterId: string
}

/**
 * `not_proven`: a filter that was too expensive to evaluate forwards it, to be safe. `no_destination`: a filter matched, but none of
 * its destinations is linked. `stopped`: a filter with `stop` matched before any that forwards. `no_forward`: no matching filter forwards.
 */
export interface Decision {
  result: 'matched' | 'not_matched' | 'suppressed'
  reason: 'not_proven' | 'no_destination' | 'stopped' | 'no_forward' | null
  forwards: Forward[]
  mailboxActions: FilterMailboxAction[]
  explanations: FilterExplanations
  /** Some filter could not be evaluated: it was too expensive, or the email has been fetched only in part. */
  isIncomplete: boolean
}

/** At most this many filters that did not match are explained right away; the others on request. */
const mostMissesExplained = 50

/**
 * Evaluates the filters in order: `stop` ends the run, and a destination belongs to the first filter that names it. A filter that
 * cannot be evaluated within `budget` forwards as if it matched, but neither stops nor touches the mailbox.
 */
export const decide = (engine: Engine, input: FilterInput, linkedIds: string[], budget?: number, onCall?: OnCall): Decision =>
  runToEnd(decideInSteps(engine, input, linkedIds, budget, onCall))

/** Like `decide`, but yields after each filter so that other work can run in between. */
export function* decideInSteps(
  engine: Engine,
  input: FilterInput,
  linkedIds: string[],
  budget?: number,
  onCall: OnCall = nobodyOnCall,
): Steps<Decision> {
  const run = startRun(engine, input, budget)
  const evaluated = yield* evaluateInOrder(run, linkedIds, onCall)
  const explanations: FilterExplanations = []
  for (const entry of evaluated) {
    explanations.push(explainFilter(run, entry))
    yield
  }
  const forwards = evaluated.flatMap(({ newDestinationIds, filter }) =>
    newDestinationIds.map(destinationId => toForward(filter, destinationId, evaluated)),
  )
  return {
    ...summarizeResult(evaluated),
    forwards: withChains(forwards, evaluated, linkedIds),
    mailboxActions: collectMailboxActions(evaluated),
    explanations,
    isIncomplete: evaluated.some(({ result }) => result === null),
  }
}

/** A filter that was evaluated and will be explained; `newDestinationIds` are the destinations that it was the first to name. */
interface Evaluated {
  filter: Filter
  result: TestResult
  newDestinationIds: string[]
  stops: boolean
}

function* evaluateInOrder(run: Run, linkedIds: string[], onCall: OnCall): Steps<Evaluated[]> {
  const evaluated: Evaluated[] = []
  const takenIds = new Set<string>()
  let misses = 0
  for (const [i, storedFilter] of run.engine.filters.entries()) {
    const filter = resolveOnCall(storedFilter, onCall)
    const result = filterResult(run, i)
    if (result === false && ++misses > mostMissesExplained) continue
    const newDestinationIds = result === false ? [] : findDestinations(filter, linkedIds).filter(id => !takenIds.has(id))
    for (const id of newDestinationIds) takenIds.add(id)
    const stops = result === true && filter.actions.some(action => action.kind === 'stop')
    evaluated.push({ filter, result, newDestinationIds, stops })
    if (stops) break
    yield
  }
  return evaluated
}

function findDestinations(filter: Filter, linkedIds: string[]): string[] {
  const destinationIds = filter.actions.flatMap(action => {
    if (action.kind !== 'forward') return []
    const linked = action.destinationIds.length === 0 ? linkedIds : action.destinationIds.filter(id => linkedIds.includes(id))
    return action.next ? linked.slice(0, 1) : linked
  })
  return [...new Set(destinationIds)]
}

/** A chain starts on its first linked phone, no matter which filter forwards the email there; at most one chain starts on each phone. */
function withChains(forwards: Forward[], evaluated: Evaluated[], linkedIds: string[]): Forward[] {
  const chains = evaluated.flatMap(({ filter, result }) => (result === false ? [] : (buildChain(filter, evaluated, linkedIds) ?? [])))
  return forwards.map(forward => {
    const chain = chains.find(({ steps }) => steps.find(step => step.isLinked)?.destinationId === forward.destinationId)
    return chain ? { ...forward, chain } : forward
  })
}

function buildChain(filter: Filter, evaluated: Evaluated[], linkedIds: string[]): Chain | null {
  const forward = filter.actions.find(action => action.kind === 'forward')
  if (!forward?.next) return null
  const ids = forward.destinationIds.length === 0 ? linkedIds : [...new Set(forward.destinationIds)]
  const steps = ids.map(destinationId => {
    const { show, redact, preferences } = toForward(filter, destinationId, evaluated)
    return { destinationId, isLinked: linkedIds.includes(destinationId), show, redact, preferences }
  })
  return { filterId: filter.id, afterMinutes: forward.next.minutes, thenEmail: forward.next.thenEmail ?? false, steps }
}

/** Every filter that matched, or may have, contributes its privacy rules and delivery preferences. */
function toForward(filter: Filter, destinationId: string, evaluated: Evaluated[]): Forward {
  const applying = evaluated
    .filter(entry => entry.result !== false && appliesToDestination(entry.filter, destinationId))
    .map(entry => entry.filter)
  const combined = { ...combinePrivacy(filter, applying), preferences: combinePreferences(filter, applying) }
  return { filterId: filter.id, filterName: filter.name, destinationId, ...combined }
}

/** A filter that does not forward applies to every phone. */
export function appliesToDestination({ actions }: Filter, destinationId: string): boolean {
  const forwards = actions.filter(action => action.kind === 'forward')
  return (
    forwards.length === 0 || forwards.some(({ destinationIds }) => destinationIds.length === 0 || destinationIds.includes(destinationId))
  )
}

/** Each kind once: an email can be moved to only one folder, so the first wins. */
function collectMailboxActions(evaluated: Evaluated[]): FilterMailboxAction[] {
  const actions = new Map<FilterMailboxAction['kind'], FilterMailboxAction>()
  for (const { filter, result } of evaluated)
    for (const action of result === true ? filter.actions : []) {
      if (action.kind !== 'mark_read' && action.kind !== 'flag' && action.kind !== 'move') continue
      if (actions.has(action.kind)) continue
      actions.set(action.kind, { kind: action.kind, folder: action.kind === 'move' ? action.folder : null, filterId: filter.id })
    }
  return [...actions.values()]
}

function summarizeResult(evaluated: Evaluated[]): Pick<Decision, 'result' | 'reason'> {
  const forwarding = evaluated.filter(({ newDestinationIds }) => newDestinationIds.length > 0)
  if (forwarding.length > 0) return { result: 'matched', reason: forwarding.some(({ result }) => result === null) ? 'not_proven' : null }
  if (evaluated.some(({ filter, result }) => result !== false && filter.actions.some(action => action.kind === 'forward')))
    return { result: 'suppressed', reason: 'no_destination' }
  if (evaluated.some(({ stops }) => stops)) return { result: 'suppressed', reason: 'stopped' }
  return evaluated.some(({ result }) => result) ? { result: 'suppressed', reason: 'no_forward' } : { result: 'not_matched', reason: null }
}

const explainFilter = (run: Run, { filter, newDestinationIds, stops }: Evaluated): FilterExplanations[number] => ({
  filterId: filter.id,
  filterName: filter.name,
  explanation: explain(filter.condition, run.input, test => testResultForExplanation(run, test)),
  acted: newDestinationIds.length > 0 || stops,
})
