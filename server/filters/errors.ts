// Lists the errors for filters and lists that cannot be read or saved.
import type { SavedFilter } from '../../core/api/filters.ts'
import { maxDepth, maxTests, maxValues } from '../../core/filters/limits.ts'
import type { PatternProblem } from '../../core/filters/pattern.ts'
import type { Words } from '../../core/words/words.ts'
import { HttpError } from '../foundation/http/errors.ts'

export const filterUnknown = (words: Words) => new HttpError(404, 'filter_unknown', words.of('filters')('refusedUnknown'))

/** With the filter as it is now. */
export const changedElsewhere = (words: Words, current: SavedFilter) =>
  new HttpError(409, 'changed_elsewhere', words.of('filters')('refusedChanged'), { current })

export const versionUnknown = (words: Words) => new HttpError(404, 'version_unknown', words.of('filters')('refusedVersion'))

/** `code` is a result of the limits check. */
export function treeTooLarge(words: Words, code: string): HttpError {
  const say = words.of('filters')
  const message =
    code === 'filters.too_deep'
      ? say('too_deep', { most: maxDepth })
      : code === 'filters.too_many_tests'
        ? say('too_many_tests', { most: maxTests })
        : say('too_many_values', { most: maxValues })
  return new HttpError(422, 'filter_too_large', message)
}

/** `n` counts the tests of the condition from 1; `path` leads to the node. */
export const testUnreadable = (words: Words, n: number, path: (string | number)[]) =>
  new HttpError(422, 'condition_unreadable', words.of('filters')('refusedTest', { n }), { path })

export const groupUnreadable = (words: Words, n: number, path: (string | number)[]) =>
  new HttpError(422, 'condition_unreadable', words.of('filters')('refusedGroup', { n }), { path })

/** `n` is null for a redaction pattern. */
export function patternUnusable(words: Words, pattern: string, n: number | null, { code, at, most = 0 }: PatternProblem): HttpError {
  const say = words.of('filters')
  const values = { pattern: shorten(pattern), letter: at.start + 1, problem: say(code, { most }) }
  const message = n === null ? say('refusedRedactPattern', values) : say('refusedPattern', { ...values, n })
  return new HttpError(422, 'pattern_invalid', message, { pattern, at, problem: code })
}

/** `pattern` is the first that exceeds the limit together with those before it. */
export const patternsTooCostly = (words: Words, pattern: string) =>
  new HttpError(422, 'filters_too_costly', words.of('filters')('refusedPatterns', { pattern: shorten(pattern) }), { pattern })

export const tooCostly = (words: Words) => new HttpError(422, 'filters_too_costly', words.of('filters')('refusedTooCostly'))

export const tooManyFilters = (words: Words, most: number) =>
  new HttpError(422, 'too_many_filters', words.of('filters')('refusedTooMany', { most }))

export const orderIncomplete = (words: Words) => new HttpError(409, 'order_incomplete', words.of('filters')('refusedOrder'))

export const namedTwice = (words: Words) => new HttpError(422, 'filter_named_twice', words.of('filters')('refusedSame'))

export const phoneUnknown = (words: Words) => new HttpError(422, 'destination_unknown', words.of('filters')('refusedPhone'))

export const wrongAction = (words: Words, key: 'refusedDigest' | 'refusedQuiet' | 'refusedRedact') =>
  new HttpError(422, 'action_wrong', words.of('filters')(key))

export const actionTwice = (words: Words, kind: string) =>
  new HttpError(422, 'action_twice', words.of('filters')('refusedActionTwice', { kind }), { kind })

export const forwardsMany = (words: Words, perDay: number) =>
  new HttpError(409, 'filter_forwards_many', words.of('filters')('refusedMany', { perDay }), { perDay })

export const forwardManyInAll = (words: Words, perDay: number) =>
  new HttpError(409, 'filter_forwards_many', words.of('filters')('refusedManyInAll', { perDay }), { perDay })

/** Wraps a problem of one of several filters; `n` counts from 1. */
export const inFilter = (words: Words, { status, code, message, details }: HttpError, n: number, name: string) =>
  new HttpError(status, code, words.of('filters')('refusedIn', { n, name, problem: message }), {
    ...(typeof details === 'object' && details),
    filter: n - 1,
  })

export const listMissing = (words: Words, list: string, n: number) =>
  new HttpError(422, 'list_unknown', words.of('filters')('refusedListUnknown', { list, n }), { list })

export const listUnknown = (words: Words) => new HttpError(404, 'list_unknown', words.of('filters')('refusedNoList'))

export const listUsed = (words: Words, list: string, names: string[]) =>
  new HttpError(
    409,
    'list_in_use',
    words.of('filters')('refusedListUsed', { list, count: names.length, filters: names.map(name => `“${name}”`).join(', ') }),
  )

export const tooManyLists = (words: Words, most: number) =>
  new HttpError(422, 'too_many_lists', words.of('filters')('refusedTooManyLists', { most }))

export const listsTooLong = (words: Words, most: number) =>
  new HttpError(422, 'lists_too_long', words.of('filters')('refusedListsTooLong', { most }))

const shorten = (pattern: string): string => (pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern)
