// Reads a Sieve script to its syntax tree, whole or up to the first mistake; it never throws.
import type { Span } from '../../text/spans.ts'
import type { Argument, SieveCommand, SieveProblem, TestNode, Text } from './syntax.ts'
import { type SieveToken, type SieveWord, tokensOf } from './tokens.ts'

export interface ParsedScript {
  commands: SieveCommand[]
  problem: SieveProblem | null
}

export const longestScript = 128 * 1024
const deepest = 32
const branches = new Set(['if', 'elsif', 'else'])

export function parseScript(script: string): ParsedScript {
  if (script.length > longestScript) {
    return {
      commands: [],
      problem: { code: 'sieve.too_long', at: { start: longestScript, end: script.length }, values: { most: longestScript } },
    }
  }
  const { tokens, problem } = tokensOf(script)
  const reader = openReader(tokens, script)
  const commands = commandsUntil(reader, 0)
  // Where the tokens end too early, that is the mistake.
  const isCut = reader.problem?.code === 'sieve.ended' && problem !== null
  return { commands, problem: isCut ? problem : (reader.problem ?? problem) }
}

/** One test that stands alone, as in the comment of a switched-off filter; null where it is none. */
export function parseTest(text: string): TestNode | null {
  if (text.length > longestScript) return null
  const { tokens, problem } = tokensOf(text)
  if (problem) return null
  const reader = openReader(tokens, text)
  const test = testAt(reader, 0)
  return reader.problem || peek(reader) ? null : test
}

interface Reader {
  script: string
  tokens: SieveWord[]
  /** The comments before the token of that place. */
  notes: Map<number, Text[]>
  at: number
  problem: SieveProblem | null
}

function openReader(tokens: SieveToken[], script: string): Reader {
  const reader: Reader = { script, tokens: [], notes: new Map(), at: 0, problem: null }
  for (const token of tokens) {
    if (token.kind !== 'comment') reader.tokens.push(token)
    else {
      const before = reader.notes.get(reader.tokens.length) ?? []
      before.push({ value: token.value, at: token.at })
      reader.notes.set(reader.tokens.length, before)
    }
  }
  return reader
}

const peek = (reader: Reader): SieveWord | null => (reader.problem ? null : (reader.tokens[reader.at] ?? null))
const isSign = (reader: Reader, sign: string): boolean => {
  const token = peek(reader)
  return token?.kind === 'sign' && token.value === sign
}

function takeSign(reader: Reader, sign: string): boolean {
  if (!isSign(reader, sign)) return false
  reader.at += 1
  return true
}

function expected(reader: Reader, what: 'command' | 'test' | 'text' | Sign): void {
  const { length } = reader.script
  const token = reader.tokens[reader.at]
  const at = token?.at ?? { start: length, end: length }
  const found = reader.script.slice(at.start, Math.min(at.end, at.start + 40))
  const code = !token ? 'sieve.ended' : what.length > 1 ? `sieve.expected_${what}` : 'sieve.expected_sign'
  reader.problem ??= { code, at, values: what.length > 1 ? { found } : { sign: what, found } }
}

type Sign = ';' | '{' | '}' | ')' | ']'

function commandsUntil(reader: Reader, depth: number): SieveCommand[] {
  const commands: SieveCommand[] = []
  for (let token = peek(reader); token && !(depth > 0 && isSign(reader, '}')); token = peek(reader)) {
    if (token.kind !== 'name') expected(reader, 'command')
    else commands.push(commandAt(reader, depth))
  }
  if (reader.problem) commands.pop()
  return commands
}

function commandAt(reader: Reader, depth: number): SieveCommand {
  const notes = (reader.notes.get(reader.at) ?? []).map(note => note.value)
  const test = testAt(reader, depth)
  const aside = asideOf(reader, test.at)
  let block: SieveCommand[] | null = null
  if (isSign(reader, '{') && depth >= deepest) tooDeep(reader)
  else if (takeSign(reader, '{')) {
    block = commandsUntil(reader, depth + 1)
    if (!takeSign(reader, '}')) expected(reader, '}')
  } else if (branches.has(test.name)) expected(reader, '{')
  else if (!takeSign(reader, ';')) expected(reader, ';')
  return { ...test, notes, block, aside }
}

/** A comment between a test and its block, as Roundcube writes the test of a filter that is off. */
function asideOf(reader: Reader, test: Span): Text | null {
  return reader.notes.get(reader.at)?.find(note => !reader.script.slice(test.end, note.at.start).includes('\n')) ?? null
}

function tooDeep(reader: Reader): void {
  const at = reader.tokens[reader.at]?.at ?? { start: 0, end: 0 }
  reader.problem ??= { code: 'sieve.too_deep', at, values: { most: deepest } }
}

/** A name, its arguments and its tests; commands begin alike. */
function testAt(reader: Reader, depth: number): TestNode {
  const name = peek(reader)
  if (name?.kind !== 'name') {
    expected(reader, 'test')
    return { name: '', args: [], tests: [], at: { start: 0, end: 0 } }
  }
  reader.at += 1
  const args: Argument[] = []
  for (let next = argumentAt(reader); next; next = argumentAt(reader)) args.push(next)
  const tests = testsAt(reader, depth)
  const end = reader.tokens[reader.at - 1]?.at.end ?? name.at.end
  return { name: name.value, args, tests, at: { start: name.at.start, end } }
}

function testsAt(reader: Reader, depth: number): TestNode[] {
  const isList = isSign(reader, '(')
  if (!isList && peek(reader)?.kind !== 'name') return []
  if (depth >= deepest) {
    tooDeep(reader)
    return []
  }
  if (!isList) return [testAt(reader, depth + 1)]
  const tests: TestNode[] = []
  reader.at += 1
  do tests.push(testAt(reader, depth + 1))
  while (takeSign(reader, ','))
  if (!takeSign(reader, ')')) expected(reader, ')')
  return tests
}

function argumentAt(reader: Reader): Argument | null {
  const token = peek(reader)
  if (!token) return null
  if (token.kind === 'sign' && token.value === '[') return textsAt(reader, token.at.start)
  if (token.kind === 'sign' || token.kind === 'name') return null
  reader.at += 1
  if (token.kind === 'number') return { kind: 'number', value: token.value, at: token.at }
  if (token.kind === 'tag') return { kind: 'tag', name: token.value, at: token.at }
  return { kind: 'texts', texts: [{ value: token.value, at: token.at }], at: token.at }
}

function textsAt(reader: Reader, start: number): Argument | null {
  const texts: Text[] = []
  do {
    reader.at += 1
    const token = peek(reader)
    if (token?.kind !== 'text') {
      expected(reader, 'text')
      return null
    }
    texts.push({ value: token.value, at: token.at })
    reader.at += 1
  } while (isSign(reader, ','))
  const end = peek(reader)?.at.end ?? start
  if (!takeSign(reader, ']')) expected(reader, ']')
  return { kind: 'texts', texts, at: { start, end } }
}
