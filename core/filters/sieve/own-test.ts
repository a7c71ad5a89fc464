// Reads a Sieve test as one of our own tests where both mean the same to a person; only without an explicit comparator.
import type { Condition } from '../tree.ts'
import { allOf, always, anyOf, never } from './constant.ts'
import { chunkValues, type TestName } from './exact-test.ts'
import { addressTests, domainTest } from './own-address.ts'
import { headerTests } from './own-header.ts'
import { type ScriptContext, stringValues } from './script.ts'
import type { TestArguments } from './test-arguments.ts'
import { timeTest } from './time.ts'
import { arePlainWords } from './words.ts'

/** Null if only an exact test can express it. */
export function ownTest(name: TestName, testArgs: TestArguments, script: ScriptContext): Condition | null {
  if (testArgs.index !== null || testArgs.counted) return null
  if (name === 'currentdate') return timeTest(testArgs, script)
  if (testArgs.compare !== null || testArgs.tags.has('mime') || testArgs.tags.has('value')) return null
  const [first, second] = testArgs.positional.map(arg => (arg.kind === 'texts' ? stringValues(script, arg.texts) : null))
  if (!first || testArgs.positional.length > 2) return null
  if (name === 'body') return testArgs.positional.length === 1 ? bodyTest(first, testArgs) : null
  if (!second) return null
  if (name === 'header') return headerTests(first, second, testArgs.operator)
  if (name !== 'address' || ['localpart', 'user', 'detail'].some(tag => testArgs.tags.has(tag))) return null
  return testArgs.tags.has('domain') ? domainTest(first, second, testArgs.operator) : addressTests(first, second, testArgs.operator)
}

/** Searches the visible text of the body; with a tag the raw body is meant. */
function bodyTest(values: string[], testArgs: TestArguments): Condition | null {
  if (testArgs.tags.size > 0 || testArgs.tagValues.size > 0 || testArgs.operator !== 'contains' || !arePlainWords(values)) return null
  return anyOf(chunkValues(values).map(chunk => ({ field: 'whole_body', operator: 'contains', values: chunk })))
}

export function sizeTest(testArgs: TestArguments): Condition | null {
  const [amount] = testArgs.positional
  if (amount?.kind !== 'number' || testArgs.positional.length > 1 || testArgs.tags.has('over') === testArgs.tags.has('under')) return null
  if (amount.value === 0) return testArgs.tags.has('over') ? always : never
  return { field: 'size', operator: testArgs.tags.has('over') ? 'over' : 'under', bytes: amount.value }
}

export function existsTest(testArgs: TestArguments, script: ScriptContext): Condition | null {
  const [headerNames] = testArgs.positional
  const names = headerNames?.kind === 'texts' ? stringValues(script, headerNames.texts) : null
  if (!names || testArgs.positional.length > 1) return null
  const includesParts = testArgs.tags.has('anychild')
  return allOf(
    names.map(name => {
      if (!includesParts && name.trim() === name && name !== '' && name.length <= 100) return { field: 'header', name, operator: 'exists' }
      const read = { kind: 'header' as const, names: [name], ...(includesParts ? { parts: true as const } : {}) }
      return { field: 'exact', read, compare: 'ascii', operator: 'contains', values: [''] }
    }),
  )
}
