// Whether filters may be saved: their size, what they name, and what all filters of the person ask together.
import type { FilterDraft } from '../../core/api/filters.ts'
import type { Action } from '../../core/filters/action.ts'
import { costOf, maxCost, withinLimits } from '../../core/filters/limits.ts'
import { patternProblem } from '../../core/filters/pattern.ts'
import type { Condition } from '../../core/filters/tree.ts'
import type { Words } from '../../core/words/words.ts'
import { HttpError } from '../http/errors.ts'
import {
  actionTwice,
  inFilter,
  listNotThere,
  patternUnusable,
  phoneUnknown,
  tooCostly,
  tooManyFilters,
  treeTooLarge,
  wrongAction,
} from './errors.ts'
import { testsOf } from './tests.ts'

const mostFilters = 500

/** What the person has beside the drafts: other filters, phones, lists. */
export interface Beside {
  others: FilterDraft[]
  destinationIds: string[]
  listNames: string[]
}

/** Throws what is to be told of the first draft that cannot be saved. */
export function judge(words: Words, drafts: FilterDraft[], beside: Beside): void {
  if (drafts.length > 0 && beside.others.length + drafts.length > mostFilters) throw tooManyFilters(words, mostFilters)
  for (const [i, draft] of drafts.entries()) {
    const wrong = problemOf(words, draft, beside)
    if (wrong) throw drafts.length === 1 ? wrong : inFilter(words, wrong, i + 1, draft.name)
  }
  // Every mail meets all of them, on a thread that serves everybody.
  const cost = [...beside.others, ...drafts].reduce((sum, filter) => sum + costOf(filter.condition), 0)
  if (cost > maxCost) throw tooCostly(words)
  // Patterns come last, when there are few enough of them to be tried.
  for (const [i, draft] of drafts.entries()) {
    const wrong = patternIn(words, draft)
    if (wrong) throw drafts.length === 1 ? wrong : inFilter(words, wrong, i + 1, draft.name)
  }
}

function problemOf(words: Words, { condition, actions }: FilterDraft, beside: Beside): HttpError | undefined {
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

function wrongIn(words: Words, action: Action, { destinationIds }: Beside): HttpError | undefined {
  switch (action.kind) {
    case 'forward':
      return action.destinationIds.every(id => destinationIds.includes(id)) ? undefined : phoneUnknown(words)
    case 'redact':
      return action.what.length + action.patterns.length > 0 ? undefined : wrongAction(words, 'refusedRedact')
    case 'digest':
      return isTimed(action) ? undefined : wrongAction(words, 'refusedDigest')
    case 'quiet':
      return action.from !== action.to ? undefined : wrongAction(words, 'refusedQuiet')
    default:
      return undefined
  }
}

function isTimed({ every, at, on }: Extract<Action, { kind: 'digest' }>): boolean {
  return (at !== undefined) === (every !== 'hour') && (on !== undefined) === (every === 'week')
}

function patternIn(words: Words, { condition, actions }: FilterDraft): HttpError | undefined {
  for (const [i, test] of testsOf(condition).entries()) {
    if (!('values' in test) || test.operator !== 'regexp') continue
    for (const value of test.values) {
      const problem = patternProblem(value)
      if (problem) return patternUnusable(words, value, i + 1, problem.at)
    }
  }
  for (const pattern of actions.flatMap(action => (action.kind === 'redact' ? action.patterns : []))) {
    const problem = patternProblem(pattern)
    if (problem) return patternUnusable(words, pattern, null, problem.at)
  }
  return undefined
}
