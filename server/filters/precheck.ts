// Checks the size of conditions before the recursive schema parses them, so that a hostile body costs little.
import type { FilterDraft } from '../../core/api/filters.ts'
import { maxCost, withinLimits } from '../../core/filters/limits.ts'
import { Test } from '../../core/filters/tree.ts'
import type { Words } from '../../core/words/words.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { groupUnreadable, inFilter, testUnreadable, tooCostly, treeTooLarge } from './errors.ts'

/** For the body of a request that has a `condition`, or `filters` that have one. What is missing is left to the shape. */
export function precheckConditions(words: Words, body: unknown): void {
  if (!isObject(body)) return
  if ('condition' in body) lookAtCondition(words, body['condition'])
  if (Array.isArray(body['filters'])) lookAtAll(words, body['filters'])
}

function lookAtAll(words: Words, filters: unknown[]): void {
  let tests = 0
  for (const [i, filter] of filters.entries()) {
    if (!isObject(filter)) continue
    try {
      tests += lookAtCondition(words, filter['condition'])
    } catch (error) {
      throw error instanceof HttpError ? inFilter(words, error, i + 1, nameOf(filter)) : error
    }
    // A test costs at least one; there is no need to read more of them.
    if (tests > maxCost) throw tooCostly(words)
  }
}

interface Open {
  node: unknown
  path: (string | number)[]
}

/** Returns how many tests there are. */
function lookAtCondition(words: Words, condition: unknown): number {
  const limit = withinLimits(condition)
  if (limit) throw treeTooLarge(words, limit)
  const open: Open[] = [{ node: condition, path: [] }]
  let tests = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path } = next
    const how = isObject(node) && !('field' in node) ? (['all', 'any', 'none'] as const).find(key => key in node) : undefined
    const deps = how && isObject(node) ? node[how] : undefined
    if (!how) {
      tests += 1
      if (!Test.safeParse(node).success) throw testUnreadable(words, tests, path)
    } else if (!Array.isArray(deps) || deps.length === 0 || Object.keys(Object(node)).length > 1)
      throw groupUnreadable(words, tests + 1, path)
    else for (const [i, part] of [...deps.entries()].toReversed()) open.push({ node: part, path: [...path, how, i] })
  }
  return tests
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = (filter: Record<string, unknown>): FilterDraft['name'] =>
  typeof filter['name'] === 'string' ? filter['name'].slice(0, 80) : ''
