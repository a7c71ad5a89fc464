// Reads a Sieve test of addresses as our tests of people and of a sender's domain.
import { domainsOf } from '../../text/domains.ts'
import type { ExactOperator } from '../exact/test.ts'
import type { Condition, TextField, TextOperator } from '../tree.ts'
import { anyOf } from './constant.ts'
import { chunks } from './exact-test.ts'
import { isSame } from './own-header.ts'
import { isAddress, sureHeaders } from './people-text.ts'
import { areWords, inPairs, shapeOf } from './words.ts'

const fieldsOf: [TextField, string[]][] = [
  ['from', sureHeaders.from],
  ['to', sureHeaders.to],
  ['cc', sureHeaders.cc],
  ['reply_to', sureHeaders.reply_to],
  ['recipient', sureHeaders.recipient],
]

/** `anna@example.com` and `*@example.com`: whole addresses, and how they end. */
export function addressTests(names: string[], keys: string[], operator: ExactOperator): Condition | null {
  const shape = shapeOf(operator, keys)
  if (!shape || !['is', 'ends'].includes(shape.operator) || !shape.values.every(isAddress)) return null
  const known = names.map(name => name.toLowerCase())
  const together = fieldsOf.find(([, headers]) => isSame(known, headers))
  const fields = together ? [together[0]] : known.flatMap(name => fieldsOf.find(([, headers]) => isSame([name], headers))?.[0] ?? [])
  if (!together && fields.length < names.length) return null
  return tests(fields, shape.operator, shape.values)
}

/** `address :domain :matches "from" ["example.com", "*.example.com"]`: a registered domain and all below it. */
export function domainTest(names: string[], keys: string[], operator: ExactOperator): Condition | null {
  if (
    !isSame(
      names.map(name => name.toLowerCase()),
      ['from'],
    )
  )
    return null
  const registered = operator === 'wildcard' ? inPairs(keys, key => `*.${key}`) : null
  if (registered) return registered.every(domain => domainsOf([domain]).length === 1) ? tests(['sender_domain'], 'is', registered) : null
  const shape = shapeOf(operator, keys)
  const isAlike = shape?.operator === 'contains' || shape?.operator === 'ends'
  return isAlike && areWords(keys) ? tests(['sender_domain'], shape.operator, shape.values) : null
}

const tests = (fields: TextField[], operator: TextOperator, values: string[]): Condition =>
  anyOf(fields.flatMap(field => chunks(values).map(some => ({ field, operator, values: some }))))
