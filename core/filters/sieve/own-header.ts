// Reads a Sieve header test as our own tests of subject, people, list and headers.
import type { ExactOperator } from '../exact/test.ts'
import type { Condition, TextField, TextOperator } from '../tree.ts'
import { anyOf } from './constant.ts'
import { chunkValues } from './exact-test.ts'
import { replyHeaders } from './fact-text.ts'
import { peopleHeaders } from './people-text.ts'
import { matchKeys, readPairs } from './words.ts'

export function headerTests(names: string[], keys: string[], operator: ExactOperator): Condition | null {
  const lowerNames = names.map(name => name.toLowerCase())
  if (operator === 'wildcard' && sameTexts(lowerNames, replyHeaders) && sameTexts(keys, ['?*'])) return { field: 'reply', operator: 'is' }
  const listIds = operator === 'wildcard' && sameTexts(lowerNames, ['list-id']) ? readPairs(keys, key => `*<${key}>`) : null
  const match = listIds ? { operator: 'is' as const, values: listIds } : matchKeys(operator, keys)
  if (!match || !names.every(isHeaderName)) return null
  const fields = listIds
    ? [{ field: 'list' as const }]
    : sameTexts(lowerNames, peopleHeaders.recipient) && match.operator === 'contains'
      ? [{ field: 'recipient' as const }]
      : names.map(name => toField(name, match.operator, keys))
  return anyOf(fields.flatMap(target => chunkValues(match.values).map(values => ({ ...target, operator: match.operator, values }))))
}

export const sameTexts = (a: string[], b: string[]): boolean => a.length === b.length && a.every((one, i) => one === b[i])

const isHeaderName = (name: string): boolean => name.trim() !== '' && name.trim() === name && name.length <= 100

const peopleFields = new Map<string, TextField>(Object.entries({ from: 'from', to: 'to', cc: 'cc', 'reply-to': 'reply_to' }))

/** People are read as name and address, so only a search for plain words within them means the same. */
function toField(name: string, operator: TextOperator, keys: string[]): { field: TextField } | { field: 'header'; name: string } {
  const lowerNames = name.toLowerCase()
  if (lowerNames === 'subject') return { field: 'subject' }
  const field = peopleFields.get(lowerNames)
  if (operator === 'contains' && field && keys.every(key => !/[<>"(),:;\\[\]]/.test(key))) return { field }
  return operator === 'contains' && lowerNames === 'list-id' ? { field: 'list' } : { field: 'header', name }
}
