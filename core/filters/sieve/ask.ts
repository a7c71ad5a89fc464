// The arguments of a Sieve test, tags sorted out (RFC 5228 §2.6 and its extensions).
import type { Compare, ExactOperator } from '../exact/test.ts'
import type { Argument, TestNode, Text } from './syntax.ts'

export interface TestArguments {
  operator: ExactOperator
  counted: boolean
  /** Null where the script leaves the comparator open. */
  compare: Compare | null
  /** The texts after a tag that takes some: part, zone, types … */
  taken: Map<string, Text[]>
  tags: Set<string>
  index: number | null
  rest: Argument[]
  /** The first tag or comparator that is none of ours. */
  foreign: Argument | null
}

const matches = new Map<string, ExactOperator>(Object.entries({ is: 'is', contains: 'contains', matches: 'wildcard', regex: 'regexp' }))
const relations = new Map<string, ExactOperator>(
  Object.entries({ gt: 'over', ge: 'at_least', lt: 'under', le: 'at_most', eq: 'is', ne: 'differs' }),
)
const comparators = new Map<string, Compare | null>(
  Object.entries({
    'i;octet': 'octets',
    'i;ascii-casemap': 'ascii',
    'i;ascii-numeric': 'number',
    // Of all Unicode, as our own tests compare.
    'i;unicode-casemap': null,
    'en;ascii-casemap': 'ascii',
  }),
)
const takers = new Set(['zone', 'param', 'content'])
const plain = new Set([
  ...['all', 'localpart', 'domain', 'user', 'detail', 'last', 'mime', 'anychild', 'type', 'subtype', 'contenttype'],
  ...['raw', 'text', 'originalzone', 'over', 'under'],
])

export function askOf({ args }: TestNode): TestArguments {
  const ask: TestArguments = {
    operator: 'is',
    counted: false,
    compare: null,
    taken: new Map(),
    tags: new Set(),
    index: null,
    rest: [],
    foreign: null,
  }
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]
    if (!arg) break
    if (arg.kind !== 'tag') ask.rest.push(arg)
    else if (tookNext(ask, arg.name, args[at + 1])) at += 1
    else if (matches.get(arg.name)) ask.operator = matches.get(arg.name) ?? 'is'
    else if (plain.has(arg.name)) ask.tags.add(arg.name)
    else ask.foreign ??= arg
  }
  return ask
}

/** True where the argument after the tag belongs to it. */
function tookNext(ask: TestArguments, tag: string, next: Argument | undefined): boolean {
  if (tag === 'index' && next?.kind === 'number') {
    ask.index = next.value
    return true
  }
  const [first] = next?.kind === 'texts' ? next.texts : []
  if (next?.kind !== 'texts' || !first) return false
  if (takers.has(tag)) ask.taken.set(tag, next.texts)
  else if (tag === 'comparator') setComparator(ask, first, next)
  else if (tag === 'value' || tag === 'count') setRelation(ask, tag, first, next)
  else return false
  return true
}

function setComparator(ask: TestArguments, name: Text, arg: Argument): void {
  const compare = comparators.get(name.value.toLowerCase())
  if (compare === undefined) ask.foreign ??= arg
  else ask.compare = compare
}

function setRelation(ask: TestArguments, tag: string, name: Text, arg: Argument): void {
  const operator = relations.get(name.value.toLowerCase())
  if (!operator) ask.foreign ??= arg
  ask.operator = operator ?? 'is'
  ask.counted = tag === 'count'
  // A comparison in order is not one of ours for words.
  if (tag === 'value') ask.tags.add('value')
}
