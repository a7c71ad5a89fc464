// Finds filters by words of their name, or of what they look for.
import type { FilterLine } from '../../../../core/api/filters.ts'
import { matchesAllWords, splitSearchWords, toSearchableText } from '../../../../core/message/search.ts'

export function findFilters(filters: readonly FilterLine[], text: string): FilterLine[] {
  const words = splitSearchWords(text)
  if (words.length === 0) return [...filters]
  return filters.filter(({ name, condition }) =>
    matchesAllWords(toSearchableText(null, [name, ...valuesIn(condition)].join(' ')), words),
  )
}

/** All texts in a condition, such as words and addresses. */
function valuesIn(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(valuesIn) : []
}
