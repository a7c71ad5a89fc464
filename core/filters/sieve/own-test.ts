// Reads a Sieve test as one of our own tests where that means the same to a person; an open comparator leaves room for it.
import type { Condition } from '../tree.ts'
import type { TestArguments } from './ask.ts'
import { allOf, always, anyOf, never } from './constant.ts'
import { chunks, type TestName } from './exact-test.ts'
import { addressTests, domainTest } from './own-address.ts'
import { headerTests } from './own-header.ts'
import { type Script, valuesIn } from './script.ts'
import { momentTest } from './time.ts'
import { areWords } from './words.ts'

/** Null where only an exact test says it. */
export function ownTest(name: TestName, ask: TestArguments, script: Script): Condition | null {
  if (ask.index !== null || ask.counted) return null
  if (name === 'currentdate') return momentTest(ask, script)
  if (ask.compare !== null || ask.tags.has('mime') || ask.tags.has('value')) return null
  const [first, second] = ask.rest.map(arg => (arg.kind === 'texts' ? valuesIn(script, arg.texts) : null))
  if (!first || ask.rest.length > 2) return null
  if (name === 'body') return ask.rest.length === 1 ? bodyTest(first, ask) : null
  if (!second) return null
  if (name === 'header') return headerTests(first, second, ask.operator)
  if (name !== 'address' || ['localpart', 'user', 'detail'].some(tag => ask.tags.has(tag))) return null
  return ask.tags.has('domain') ? domainTest(first, second, ask.operator) : addressTests(first, second, ask.operator)
}

/** What a reader sees of the body; with a tag it is read as it was sent. */
function bodyTest(values: string[], ask: TestArguments): Condition | null {
  if (ask.tags.size > 0 || ask.taken.size > 0 || ask.operator !== 'contains' || !areWords(values)) return null
  return anyOf(chunks(values).map(some => ({ field: 'whole_body', operator: 'contains', values: some })))
}

export function size(ask: TestArguments): Condition | null {
  const [amount] = ask.rest
  if (amount?.kind !== 'number' || ask.rest.length > 1 || ask.tags.has('over') === ask.tags.has('under')) return null
  if (amount.value === 0) return ask.tags.has('over') ? always : never
  return { field: 'size', operator: ask.tags.has('over') ? 'over' : 'under', bytes: amount.value }
}

export function existence(ask: TestArguments, script: Script): Condition | null {
  const [named] = ask.rest
  const names = named?.kind === 'texts' ? valuesIn(script, named.texts) : null
  if (!names || ask.rest.length > 1) return null
  const isInner = ask.tags.has('anychild')
  return allOf(
    names.map(name => {
      if (!isInner && name.trim() === name && name !== '' && name.length <= 100) return { field: 'header', name, operator: 'exists' }
      const read = { kind: 'header' as const, names: [name], ...(isInner ? { parts: true as const } : {}) }
      return { field: 'exact', read, compare: 'ascii', operator: 'contains', values: [''] }
    }),
  )
}
