// Reads a Sieve test as an exact test: what our own tests of words would say too loosely.
import { AddressPart, DatePart, type ExactRead, type ExactTest } from '../exact/test.ts'
import type { Condition } from '../tree.ts'
import type { TestArguments } from './ask.ts'
import { anyOf } from './constant.ts'
import { type Script, valuesIn } from './script.ts'

export type TestName = 'header' | 'address' | 'envelope' | 'body' | 'date' | 'currentdate'

const mostValues = 100
const longestValue = 1000

/** Null for what cannot be said. */
export function exactTest(name: TestName, ask: TestArguments, script: Script): Condition | null {
  const places = name === 'body' ? 0 : name === 'date' ? 2 : 1
  const texts = ask.rest.map(arg => (arg.kind === 'texts' ? valuesIn(script, arg.texts) : null))
  const values = texts[places]
  const named = texts.slice(0, places)
  if (texts.length !== places + 1 || !values || named.some(one => one === null)) return null
  const read = readOf(
    name,
    named.flatMap(one => (one ? [one] : [])),
    ask,
    script,
  )
  const compare = ask.compare ?? 'ascii'
  if (!read || (compare === 'number' && ['contains', 'wildcard', 'regexp'].includes(ask.operator))) return null
  if (values.some(value => value.length > longestValue)) return null
  const test = (some: string[]): ExactTest => ({
    field: 'exact',
    read,
    compare,
    operator: ask.operator,
    ...(ask.counted ? { counted: true } : {}),
    values: some,
  })
  return anyOf(chunks(values).map(test))
}

export function chunks(values: string[]): string[][] {
  return Array.from({ length: Math.ceil(values.length / mostValues) }, (_, i) => values.slice(i * mostValues, (i + 1) * mostValues))
}

function readOf(name: TestName, named: string[][], ask: TestArguments, script: Script): ExactRead | null {
  const [names = [], parts = []] = named
  if (names.length > mostValues) return null
  switch (name) {
    case 'header':
      return headerRead(names, ask, script)
    case 'address':
      return { kind: 'address', names, ...whichOf(ask), part: partOf(ask) }
    case 'envelope': {
      const who = names.map(one => one.toLowerCase()).filter(one => one === 'from' || one === 'to')
      return who.length === names.length && who.length <= 10 ? { kind: 'envelope', who, part: partOf(ask) } : null
    }
    case 'body':
      return bodyRead(ask, script)
    case 'date':
      return names.length === 1 ? dateRead(names[0] ?? null, parts, ask, script) : null
    case 'currentdate':
      return dateRead(null, names, ask, script)
  }
}

function headerRead(names: string[], ask: TestArguments, script: Script): ExactRead | null {
  const which = whichOf(ask)
  if (!ask.tags.has('mime')) return { kind: 'header', names, ...which }
  const params = ask.taken.get('param')
  const wanted = params ? valuesIn(script, params) : null
  if (params) return wanted && wanted.length <= mostValues ? { kind: 'media', names, ...which, part: { params: wanted } } : null
  if (ask.tags.has('type')) return { kind: 'media', names, ...which, part: 'type' }
  if (ask.tags.has('subtype')) return { kind: 'media', names, ...which, part: 'subtype' }
  if (ask.tags.has('contenttype')) return { kind: 'media', names, ...which, part: 'media_type' }
  return { kind: 'header', names, ...which }
}

function whichOf(ask: TestArguments): { nth?: number; parts?: true } {
  const nth = ask.index === null ? {} : { nth: ask.tags.has('last') ? -ask.index : ask.index }
  return ask.tags.has('anychild') ? { ...nth, parts: true } : nth
}

const partOf = (ask: TestArguments): AddressPart => AddressPart.options.find(part => ask.tags.has(part)) ?? 'all'

function bodyRead(ask: TestArguments, script: Script): ExactRead | null {
  const content = ask.taken.get('content')
  if (!content) return { kind: 'body', form: ask.tags.has('raw') ? 'raw' : 'text' }
  const types = valuesIn(script, content)
  return types && types.length <= mostValues ? { kind: 'content', types } : null
}

function dateRead(header: string | null, parts: string[], ask: TestArguments, script: Script): ExactRead | null {
  const part = DatePart.safeParse(parts[0]?.toLowerCase())
  const zone = ask.tags.has('originalzone') ? 'original' : zoneOf(ask, script)
  if (parts.length !== 1 || !part.success || zone === null) return null
  const { nth } = whichOf(ask)
  return { kind: 'date', header, zone, part: part.data, ...(nth === undefined ? {} : { nth }) }
}

function zoneOf(ask: TestArguments, script: Script): string | null {
  const zone = ask.taken.get('zone')
  if (!zone) return 'own'
  const [written] = valuesIn(script, zone) ?? []
  return written !== undefined && /^[+-]\d{4}$/.test(written) ? written : null
}
