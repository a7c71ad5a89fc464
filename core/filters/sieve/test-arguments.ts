// Sorts the arguments of a Sieve test into match type, comparator, tags and values (RFC 5228 §2.6 and its extensions).
import type { Compare, ExactOperator } from '../exact/test.ts'
import type { Argument, TestNode, Text } from './syntax.ts'

export interface TestArguments {
  operator: ExactOperator
  counted: boolean
  /** Null if the script does not name a comparator. */
  compare: Compare | null
  /** The texts after a tag that takes values, such as `:zone`. */
  tagValues: Map<string, Text[]>
  tags: Set<string>
  index: number | null
  positional: Argument[]
  /** The first tag or comparator that is not supported. */
  unknownArgument: Argument | null
}

const matchTypes = new Map<string, ExactOperator>(Object.entries({ is: 'is', contains: 'contains', matches: 'wildcard', regex: 'regexp' }))
const relations = new Map<string, ExactOperator>(
  Object.entries({ gt: 'over', ge: 'at_least', lt: 'under', le: 'at_most', eq: 'is', ne: 'differs' }),
)
const comparators = new Map<string, Compare | null>(
  Object.entries({
    'i;octet': 'octets',
    'i;ascii-casemap': 'ascii',
    'i;ascii-numeric': 'number',
    // Compares all of Unicode, as our own tests do.
    'i;unicode-casemap': null,
    'en;ascii-casemap': 'ascii',
  }),
)
const tagsWithValues = new Set(['zone', 'param', 'content'])
const simpleTags = new Set([
  ...['all', 'localpart', 'domain', 'user', 'detail', 'last', 'mime', 'anychild', 'type', 'subtype', 'contenttype'],
  ...['raw', 'text', 'originalzone', 'over', 'under'],
])

export function readArguments({ args }: TestNode): TestArguments {
  const testArgs: TestArguments = {
    operator: 'is',
    counted: false,
    compare: null,
    tagValues: new Map(),
    tags: new Set(),
    index: null,
    positional: [],
    unknownArgument: null,
  }
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]
    if (!arg) break
    if (arg.kind !== 'tag') testArgs.positional.push(arg)
    else if (consumeNext(testArgs, arg.name, args[at + 1])) at += 1
    else if (matchTypes.get(arg.name)) testArgs.operator = matchTypes.get(arg.name) ?? 'is'
    else if (simpleTags.has(arg.name)) testArgs.tags.add(arg.name)
    else testArgs.unknownArgument ??= arg
  }
  return testArgs
}

/** True where the argument after the tag belongs to it. */
function consumeNext(testArgs: TestArguments, tag: string, next: Argument | undefined): boolean {
  if (tag === 'index' && next?.kind === 'number') {
    testArgs.index = next.value
    return true
  }
  const [first] = next?.kind === 'texts' ? next.texts : []
  if (next?.kind !== 'texts' || !first) return false
  if (tagsWithValues.has(tag)) testArgs.tagValues.set(tag, next.texts)
  else if (tag === 'comparator') setComparator(testArgs, first, next)
  else if (tag === 'value' || tag === 'count') setRelation(testArgs, tag, first, next)
  else return false
  return true
}

function setComparator(testArgs: TestArguments, name: Text, arg: Argument): void {
  const compare = comparators.get(name.value.toLowerCase())
  if (compare === undefined) testArgs.unknownArgument ??= arg
  else testArgs.compare = compare
}

function setRelation(testArgs: TestArguments, tag: string, name: Text, arg: Argument): void {
  const operator = relations.get(name.value.toLowerCase())
  if (!operator) testArgs.unknownArgument ??= arg
  testArgs.operator = operator ?? 'is'
  testArgs.counted = tag === 'count'
  // Our own text tests have no ordered comparison.
  if (tag === 'value') testArgs.tags.add('value')
}
