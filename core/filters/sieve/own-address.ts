// Reads a Sieve address test as our own tests of people and sender domains.
import { listDomains } from '../../text/domains.ts'
import type { ExactOperator } from '../exact/test.ts'
import type { Condition, TextField, TextOperator } from '../tree.ts'
import { anyOf } from './constant.ts'
import { chunkValues } from './exact-test.ts'
import { sameTexts } from './own-header.ts'
import { addressTestHeaders, isAddressOrSuffix } from './people-text.ts'
import { arePlainWords, matchKeys, readPairs } from './words.ts'

const headersByField: [TextField, string[]][] = [
  ['from', addressTestHeaders.from],
  ['to', addressTestHeaders.to],
  ['cc', addressTestHeaders.cc],
  ['reply_to', addressTestHeaders.reply_to],
  ['recipient', addressTestHeaders.recipient],
]

/** Full addresses such as `anna@example.com`, and suffixes such as `*@example.com`. */
export function addressTests(names: string[], keys: string[], operator: ExactOperator): Condition | null {
  const match = matchKeys(operator, keys)
  if (!match || !['is', 'ends'].includes(match.operator) || !match.values.every(isAddressOrSuffix)) return null
  const lowerNames = names.map(name => name.toLowerCase())
  const combinedField = headersByField.find(([, headers]) => sameTexts(lowerNames, headers))
  const fields = combinedField
    ? [combinedField[0]]
    : lowerNames.flatMap(name => headersByField.find(([, headers]) => sameTexts([name], headers))?.[0] ?? [])
  if (!combinedField && fields.length < names.length) return null
  return toTests(fields, match.operator, match.values)
}

/** `address :domain :matches "from" ["example.com", "*.example.com"]`: a registered domain and its subdomains. */
export function domainTest(names: string[], keys: string[], operator: ExactOperator): Condition | null {
  if (
    !sameTexts(
      names.map(name => name.toLowerCase()),
      ['from'],
    )
  )
    return null
  const registered = operator === 'wildcard' ? readPairs(keys, key => `*.${key}`) : null
  if (registered)
    return registered.every(domain => listDomains([domain]).length === 1) ? toTests(['sender_domain'], 'is', registered) : null
  const match = matchKeys(operator, keys)
  const isSupported = match?.operator === 'contains' || match?.operator === 'ends'
  return isSupported && arePlainWords(keys) ? toTests(['sender_domain'], match.operator, match.values) : null
}

const toTests = (fields: TextField[], operator: TextOperator, values: string[]): Condition =>
  anyOf(fields.flatMap(field => chunkValues(values).map(chunk => ({ field, operator, values: chunk }))))
