// Checks the size of conditions before the recursive schema parses them, so that a hostile body costs little.
import type { FilterDraft } from '../../core/api/filters.ts'
import { findBrokenLimit, maxCost } from '../../core/filters/limits.ts'
import { Test } from '../../core/filters/tree.ts'
import type { Words } from '../../core/words/words.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { groupUnreadable, inFilter, testUnreadable, tooCostly, treeTooLarge } from './errors.ts'

/** For a request body with a `condition`, or with `filters` that have one. Missing fields are left to the schema. */
export function precheckConditions(words: Words, body: unknown): void {
  if (!isObject(body)) return
  if ('condition' in body) checkCondition(words, body['condition'])
  if (Array.isArray(body['filters'])) checkFilters(words, body['filters'])
}

function checkFilters(words: Words, filters: unknown[]): void {
  let tests = 0
  for (const [i, filter] of filters.entries()) {
    if (!isObject(filter)) continue
    try {
      tests += checkCondition(words, filter['condition'])
    } catch (error) {
      throw error instanceof HttpError ? inFilter(words, error, i + 1, nameOf(filter)) : error
    }
    // Each test costs at least 1, so reading can stop here.
    if (tests > maxCost) throw tooCostly(words)
  }
}

interface PendingNode {
  node: unknown
  path: (string | number)[]
}

/** Returns the number of tests. */
function checkCondition(words: Words, condition: unknown): number {
  const limit = findBrokenLimit(condition)
  if (limit) throw treeTooLarge(words, limit)
  const pending: PendingNode[] = [{ node: condition, path: [] }]
  let tests = 0
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, path } = next
    const groupKind = isObject(node) && !('field' in node) ? (['all', 'any', 'none'] as const).find(key => key in node) : undefined
    const children = groupKind && isObject(node) ? node[groupKind] : undefined
    if (!groupKind) {
      tests += 1
      if (!Test.safeParse(node).success) throw testUnreadable(words, tests, path)
    } else if (!Array.isArray(children) || children.length === 0 || Object.keys(Object(node)).length > 1)
      throw groupUnreadable(words, tests + 1, path)
    else for (const [i, child] of [...children.entries()].toReversed()) pending.push({ node: child, path: [...path, groupKind, i] })
  }
  return tests
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = (filter: Record<string, unknown>): FilterDraft['name'] =>
  typeof filter['name'] === 'string' ? filter['name'].slice(0, 80) : ''
