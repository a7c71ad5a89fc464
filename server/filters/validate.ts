// Checks that filters may be saved: their size, what they refer to, and the cost of all the user's filters together.
import type { FilterDraft } from '../../core/api/filters.ts'
import type { Action } from '../../core/filters/action.ts'
import { costOf, maxCost, withinLimits } from '../../core/filters/limits.ts'
import { patternProblem } from '../../core/filters/pattern.ts'
import { workOf } from '../../core/filters/pattern-size.ts'
import type { Condition, Test } from '../../core/filters/tree.ts'
import type { Words } from '../../core/words/words.ts'
import { breathe } from '../foundation/clock.ts'
import type { HttpError } from '../foundation/http/errors.ts'
import { testsOf } from './condition-tests.ts'
import {
  actionTwice,
  inFilter,
  listNotThere,
  patternsTooMuch,
  patternUnusable,
  phoneUnknown,
  tooCostly,
  tooManyFilters,
  treeTooLarge,
  wrongAction,
} from './errors.ts'

const mostFilters = 500

/** What the person has beside the drafts: other filters, phones and rotas, lists. */
export interface ValidationContext {
  others: FilterDraft[]
  destinationIds: string[]
  listNames: string[]
}

/** Throws what is to be told of the first draft that cannot be saved. */
export function validateFilters(words: Words, drafts: FilterDraft[], beside: ValidationContext): void {
  if (drafts.length > 0 && beside.others.length + drafts.length > mostFilters) throw tooManyFilters(words, mostFilters)
  for (const [i, draft] of drafts.entries()) {
    const wrong = problemOf(words, draft, beside)
    if (wrong) throw drafts.length === 1 ? wrong : inFilter(words, wrong, i + 1, draft.name)
  }
  // Every mail meets all of them, on a thread that serves everybody.
  const cost = [...beside.others, ...drafts].reduce((sum, filter) => sum + costOfFilter(filter), 0)
  if (cost > maxCost) throw tooCostly(words)
  // Patterns come last, when there are few enough of them to be tried.
  for (const [i, draft] of drafts.entries()) {
    const wrong = patternIn(words, draft)
    if (wrong) throw drafts.length === 1 ? wrong : inFilter(words, wrong, i + 1, draft.name)
  }
}

function problemOf(words: Words, { condition, actions }: FilterDraft, beside: ValidationContext): HttpError | undefined {
  const limit = withinLimits(condition)
  if (limit) return treeTooLarge(words, limit)
  const twice = actions.find((action, i) => actions.findIndex(other => other.kind === action.kind) !== i)
  if (twice) return actionTwice(words, twice.kind)
  return listMissing(words, condition, beside.listNames) ?? actions.map(action => wrongIn(words, action, beside)).find(wrong => wrong)
}

function listMissing(words: Words, condition: Condition, names: string[]): HttpError | undefined {
  const known = new Set(names)
  for (const [i, test] of testsOf(condition).entries())
    if ('list' in test && !known.has(test.list)) return listNotThere(words, test.list, i + 1)
  return undefined
}

function wrongIn(words: Words, action: Action, { destinationIds }: ValidationContext): HttpError | undefined {
  switch (action.kind) {
    case 'forward':
      return [action.destinationIds, action.rotaId ?? []].flat().every(id => destinationIds.includes(id)) ? undefined : phoneUnknown(words)
    case 'redact':
      return action.what.length + action.patterns.length > 0 ? undefined : wrongAction(words, 'refusedRedact')
    case 'digest':
      return isPlain(action) ? undefined : wrongAction(words, 'refusedDigest')
    case 'quiet':
      return action.from !== action.to ? undefined : wrongAction(words, 'refusedQuiet')
    default:
      return undefined
  }
}

/** What is left out has its usual hour and day. */
const isPlain = ({ every, at, on }: Extract<Action, { kind: 'digest' }>): boolean =>
  (at === undefined || every !== 'hour') && (on === undefined || every === 'week')

function costOfFilter({ condition, actions }: FilterDraft): number {
  const values = redactPatterns(actions)
  return costOf(condition) + (values.length > 0 ? costOf({ field: 'body', operator: 'regexp', values }) : 0)
}

const redactPatterns = (actions: Action[]): string[] => actions.flatMap(action => (action.kind === 'redact' ? action.patterns : []))

const patternsOfDraft = ({ condition, actions }: FilterDraft): string[] => [
  ...testsOf(condition).flatMap(patternsOf),
  ...redactPatterns(actions),
]

function patternIn(words: Words, { condition, actions }: FilterDraft): HttpError | undefined {
  for (const [i, test] of testsOf(condition).entries()) {
    const wrong = wrongPattern(words, patternsOf(test), i + 1)
    if (wrong) return wrong
  }
  return wrongPattern(words, redactPatterns(actions), null)
}

const patternsOf = (test: Test): string[] => ('values' in test && test.operator === 'regexp' ? test.values : [])

function wrongPattern(words: Words, patterns: string[], n: number | null): HttpError | undefined {
  for (const pattern of patterns) {
    const problem = patternProblem(pattern)
    if (problem) return patternUnusable(words, pattern, n, problem)
  }
  return undefined
}

/** Of all drafts together, in units of `workOf`: some 45 ms. The regexps of people have some hundreds. */
const mostPatternWork = 30_000

/**
 * Compiles the patterns of drafts, which takes milliseconds each, a few at a time; what was compiled is kept. Throws for the first
 * pattern with which they are too much to be read.
 */
export async function validatePatterns(words: Words, drafts: FilterDraft[]): Promise<void> {
  const patterns = [...new Set(drafts.flatMap(patternsOfDraft))]
  let work = 0
  for (const pattern of patterns) {
    work += workOf(pattern)
    if (work > mostPatternWork) throw patternsTooMuch(words, pattern)
  }
  // More cost too much, and are not looked at.
  for (const pattern of patterns.slice(0, maxCost / costOf({ field: 'body', operator: 'regexp', values: ['a'] }))) {
    patternProblem(pattern)
    await breathe()
  }
}
