// Reads a Sieve test as an exact test, for anything that our own text tests would match too loosely.
import { AddressPart, DatePart, type ExactRead, type ExactTest } from '../exact/test.ts'
import type { Condition } from '../tree.ts'
import { anyOf } from './constant.ts'
import { type ScriptContext, stringValues } from './script.ts'
import type { TestArguments } from './test-arguments.ts'

export type TestName = 'header' | 'address' | 'envelope' | 'body' | 'date' | 'currentdate'

const mostValues = 100
const longestValue = 1000

/** Null if there is no equivalent. */
export function exactTest(name: TestName, testArgs: TestArguments, script: ScriptContext): Condition | null {
  const headerArguments = name === 'body' ? 0 : name === 'date' ? 2 : 1
  const texts = testArgs.positional.map(arg => (arg.kind === 'texts' ? stringValues(script, arg.texts) : null))
  const values = texts[headerArguments]
  const headerTexts = texts.slice(0, headerArguments)
  if (texts.length !== headerArguments + 1 || !values || headerTexts.some(text => text === null)) return null
  const read = toExactRead(
    name,
    headerTexts.flatMap(text => (text ? [text] : [])),
    testArgs,
    script,
  )
  const compare = testArgs.compare ?? 'ascii'
  if (!read || (compare === 'number' && ['contains', 'wildcard', 'regexp'].includes(testArgs.operator))) return null
  if (values.some(value => value.length > longestValue)) return null
  const test = (chunk: string[]): ExactTest => ({
    field: 'exact',
    read,
    compare,
    operator: testArgs.operator,
    ...(testArgs.counted ? { counted: true } : {}),
    values: chunk,
  })
  return anyOf(chunkValues(values).map(test))
}

export function chunkValues(values: string[]): string[][] {
  return Array.from({ length: Math.ceil(values.length / mostValues) }, (_, i) => values.slice(i * mostValues, (i + 1) * mostValues))
}

function toExactRead(name: TestName, headerTexts: string[][], testArgs: TestArguments, script: ScriptContext): ExactRead | null {
  const [names = [], parts = []] = headerTexts
  if (names.length > mostValues) return null
  switch (name) {
    case 'header':
      return readHeaderTest(names, testArgs, script)
    case 'address':
      return { kind: 'address', names, ...readIndex(testArgs), part: addressPart(testArgs) }
    case 'envelope': {
      const who = names.map(text => text.toLowerCase()).filter(text => text === 'from' || text === 'to')
      return who.length === names.length && who.length <= 10 ? { kind: 'envelope', who, part: addressPart(testArgs) } : null
    }
    case 'body':
      return readBodyTest(testArgs, script)
    case 'date':
      return names.length === 1 ? readDateTest(names[0] ?? null, parts, testArgs, script) : null
    case 'currentdate':
      return readDateTest(null, names, testArgs, script)
  }
}

function readHeaderTest(names: string[], testArgs: TestArguments, script: ScriptContext): ExactRead | null {
  const selection = readIndex(testArgs)
  if (!testArgs.tags.has('mime')) return { kind: 'header', names, ...selection }
  const params = testArgs.tagValues.get('param')
  const wanted = params ? stringValues(script, params) : null
  if (params) return wanted && wanted.length <= mostValues ? { kind: 'media', names, ...selection, part: { params: wanted } } : null
  if (testArgs.tags.has('type')) return { kind: 'media', names, ...selection, part: 'type' }
  if (testArgs.tags.has('subtype')) return { kind: 'media', names, ...selection, part: 'subtype' }
  if (testArgs.tags.has('contenttype')) return { kind: 'media', names, ...selection, part: 'media_type' }
  return { kind: 'header', names, ...selection }
}

function readIndex(testArgs: TestArguments): { nth?: number; parts?: true } {
  const nth = testArgs.index === null ? {} : { nth: testArgs.tags.has('last') ? -testArgs.index : testArgs.index }
  return testArgs.tags.has('anychild') ? { ...nth, parts: true } : nth
}

const addressPart = (testArgs: TestArguments): AddressPart => AddressPart.options.find(part => testArgs.tags.has(part)) ?? 'all'

function readBodyTest(testArgs: TestArguments, script: ScriptContext): ExactRead | null {
  const content = testArgs.tagValues.get('content')
  if (!content) return { kind: 'body', form: testArgs.tags.has('raw') ? 'raw' : 'text' }
  const types = stringValues(script, content)
  return types && types.length <= mostValues ? { kind: 'content', types } : null
}

function readDateTest(header: string | null, parts: string[], testArgs: TestArguments, script: ScriptContext): ExactRead | null {
  const part = DatePart.safeParse(parts[0]?.toLowerCase())
  const zone = testArgs.tags.has('originalzone') ? 'original' : readZone(testArgs, script)
  if (parts.length !== 1 || !part.success || zone === null) return null
  const { nth } = readIndex(testArgs)
  return { kind: 'date', header, zone, part: part.data, ...(nth === undefined ? {} : { nth }) }
}

function readZone(testArgs: TestArguments, script: ScriptContext): string | null {
  const zone = testArgs.tagValues.get('zone')
  if (!zone) return 'own'
  const [zoneText] = stringValues(script, zone) ?? []
  return zoneText !== undefined && /^[+-]\d{4}$/.test(zoneText) ? zoneText : null
}
