// Reads a Sieve test of headers as our tests of subject, people, list and headers.
import type { ExactOperator } from '../exact/test.ts'
import type { Condition, TextField, TextOperator } from '../tree.ts'
import { anyOf } from './constant.ts'
import { chunks } from './exact-test.ts'
import { replyHeaders } from './fact-text.ts'
import { peopleHeaders } from './people-text.ts'
import { inPairs, shapeOf } from './words.ts'

export function headerTests(names: string[], keys: string[], operator: ExactOperator): Condition | null {
  const known = names.map(name => name.toLowerCase())
  if (operator === 'wildcard' && isSame(known, replyHeaders) && isSame(keys, ['?*'])) return { field: 'reply', operator: 'is' }
  const ids = operator === 'wildcard' && isSame(known, ['list-id']) ? inPairs(keys, key => `*<${key}>`) : null
  const shape = ids ? { operator: 'is' as const, values: ids } : shapeOf(operator, keys)
  if (!shape || !names.every(isHeaderName)) return null
  const places = ids
    ? [{ field: 'list' as const }]
    : isSame(known, peopleHeaders.recipient) && shape.operator === 'contains'
      ? [{ field: 'recipient' as const }]
      : names.map(name => placeOf(name, shape.operator, keys))
  return anyOf(places.flatMap(place => chunks(shape.values).map(values => ({ ...place, operator: shape.operator, values }))))
}

export const isSame = (a: string[], b: string[]): boolean => a.length === b.length && a.every((one, i) => one === b[i])

const isHeaderName = (name: string): boolean => name.trim() !== '' && name.trim() === name && name.length <= 100

const people = new Map<string, TextField>(Object.entries({ from: 'from', to: 'to', cc: 'cc', 'reply-to': 'reply_to' }))

/** A person is read as name and address, which only a search for plain words within them leaves alike. */
function placeOf(name: string, operator: TextOperator, keys: string[]): { field: TextField } | { field: 'header'; name: string } {
  const known = name.toLowerCase()
  if (known === 'subject') return { field: 'subject' }
  const field = people.get(known)
  if (operator === 'contains' && field && keys.every(key => !/[<>"(),:;\\[\]]/.test(key))) return { field }
  return operator === 'contains' && known === 'list-id' ? { field: 'list' } : { field: 'header', name }
}
