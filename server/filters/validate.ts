// Checks that filters may be saved: their size, their references, and the cost of all the user's filters together.
import type { FilterDraft } from '../../core/api/filters.ts'
import type { Action } from '../../core/filters/action.ts'
import { conditionCost, findBrokenLimit, maxCost } from '../../core/filters/limits.ts'
import { patternProblem } from '../../core/filters/pattern.ts'
import { compileCost } from '../../core/filters/pattern-size.ts'
import type { Condition, Test } from '../../core/filters/tree.ts'
import type { Words } from '../../core/words/words.ts'
import { yieldToEventLoop } from '../foundation/clock.ts'
import type { HttpError } from '../foundation/http/errors.ts'
import { testsOf } from './condition-tests.ts'
import {
  actionTwice,
  inFilter,
  listMissing,
  patternsTooCostly,
  patternUnusable,
  phoneUnknown,
  tooCostly,
  tooManyFilters,
  treeTooLarge,
  wrongAction,
} from './errors.ts'

const maxFilters = 500

/** What the user has besides the drafts: other filters, phones and rotas, lists. */
export interface ValidationContext {
  others: FilterDraft[]
  destinationIds: string[]
  listNames: string[]
}

/** Throws an error for the first draft that cannot be saved. */
export function validateFilters(words: Words, drafts: FilterDraft[], context: ValidationContext): void {
  if (drafts.length > 0 && context.others.length + drafts.length > maxFilters) throw tooManyFilters(words, maxFilters)
  for (const [i, draft] of drafts.entries()) {
    const problem = findProblem(words, draft, context)
    if (problem) throw drafts.length === 1 ? problem : inFilter(words, problem, i + 1, draft.name)
  }
  // Every message runs through all filters, on a thread shared by all users.
  const cost = [...context.others, ...drafts].reduce((sum, filter) => sum + costOfFilter(filter), 0)
  if (cost > maxCost) throw tooCostly(words)
  // Patterns come last, when their number is known to be small enough to try them.
  for (const [i, draft] of drafts.entries()) {
    const problem = findPatternProblem(words, draft)
    if (problem) throw drafts.length === 1 ? problem : inFilter(words, problem, i + 1, draft.name)
  }
}

function findProblem(words: Words, { condition, actions }: FilterDraft, context: ValidationContext): HttpError | undefined {
  const limit = findBrokenLimit(condition)
  if (limit) return treeTooLarge(words, limit)
  const duplicate = actions.find((action, i) => actions.findIndex(other => other.kind === action.kind) !== i)
  if (duplicate) return actionTwice(words, duplicate.kind)
  return (
    findMissingList(words, condition, context.listNames) ??
    actions.map(action => actionProblem(words, action, context)).find(problem => problem)
  )
}

function findMissingList(words: Words, condition: Condition, names: string[]): HttpError | undefined {
  const knownNames = new Set(names)
  for (const [i, test] of testsOf(condition).entries())
    if ('list' in test && !knownNames.has(test.list)) return listMissing(words, test.list, i + 1)
  return undefined
}

function actionProblem(words: Words, action: Action, { destinationIds }: ValidationContext): HttpError | undefined {
  switch (action.kind) {
    case 'forward':
      return [action.destinationIds, action.rotaId ?? []].flat().every(id => destinationIds.includes(id)) ? undefined : phoneUnknown(words)
    case 'redact':
      return action.what.length + action.patterns.length > 0 ? undefined : wrongAction(words, 'refusedRedact')
    case 'digest':
      return isValidDigest(action) ? undefined : wrongAction(words, 'refusedDigest')
    case 'quiet':
      return action.from !== action.to ? undefined : wrongAction(words, 'refusedQuiet')
    default:
      return undefined
  }
}

/** Missing fields have defaults. */
const isValidDigest = ({ every, at, on }: Extract<Action, { kind: 'digest' }>): boolean =>
  (at === undefined || every !== 'hour') && (on === undefined || every === 'week')

function costOfFilter({ condition, actions }: FilterDraft): number {
  const values = redactPatterns(actions)
  return conditionCost(condition) + (values.length > 0 ? conditionCost({ field: 'body', operator: 'regexp', values }) : 0)
}

const redactPatterns = (actions: Action[]): string[] => actions.flatMap(action => (action.kind === 'redact' ? action.patterns : []))

const patternsOfDraft = ({ condition, actions }: FilterDraft): string[] => [
  ...testsOf(condition).flatMap(patternsOf),
  ...redactPatterns(actions),
]

function findPatternProblem(words: Words, { condition, actions }: FilterDraft): HttpError | undefined {
  for (const [i, test] of testsOf(condition).entries()) {
    const problem = invalidPattern(words, patternsOf(test), i + 1)
    if (problem) return problem
  }
  return invalidPattern(words, redactPatterns(actions), null)
}

const patternsOf = (test: Test): string[] => ('values' in test && test.operator === 'regexp' ? test.values : [])

function invalidPattern(words: Words, patterns: string[], n: number | null): HttpError | undefined {
  for (const pattern of patterns) {
    const problem = patternProblem(pattern)
    if (problem) return patternUnusable(words, pattern, n, problem)
  }
  return undefined
}

/** The limit for all drafts together, about 45 ms of work. Real-world patterns need a few hundred units. */
const maxPatternWork = 30_000

/**
 * Compiles the drafts' patterns a few at a time, as each takes milliseconds; compiled patterns are cached. Throws for the first
 * pattern that exceeds the limit.
 */
export async function validatePatterns(words: Words, drafts: FilterDraft[]): Promise<void> {
  const patterns = [...new Set(drafts.flatMap(patternsOfDraft))]
  let work = 0
  for (const pattern of patterns) {
    work += compileCost(pattern)
    if (work > maxPatternWork) throw patternsTooCostly(words, pattern)
  }
  // More patterns would exceed the cost limit anyway.
  for (const pattern of patterns.slice(0, maxCost / conditionCost({ field: 'body', operator: 'regexp', values: ['a'] }))) {
    patternProblem(pattern)
    await yieldToEventLoop()
  }
}
