// Parses a Sieve script into a syntax tree, up to the first mistake; never throws.
import type { Span } from '../../text/spans.ts'
import type { Argument, SieveCommand, SieveProblem, TestNode, Text } from './syntax.ts'
import { type SieveToken, type SieveWord, tokenize } from './tokens.ts'

export interface ParsedScript {
  commands: SieveCommand[]
  problem: SieveProblem | null
}

export const longestScript = 128 * 1024
const maxDepth = 32
const branches = new Set(['if', 'elsif', 'else'])

export function parseScript(script: string): ParsedScript {
  if (script.length > longestScript) {
    return {
      commands: [],
      problem: { code: 'sieve.too_long', at: { start: longestScript, end: script.length }, values: { most: longestScript } },
    }
  }
  const { tokens, problem } = tokenize(script)
  const reader = newReader(tokens, script)
  const commands = parseCommands(reader, 0)
  // If the tokens ended early, the tokenizer's problem is the cause.
  const isCut = reader.problem?.code === 'sieve.ended' && problem !== null
  return { commands, problem: isCut ? problem : (reader.problem ?? problem) }
}

/** Parses a single test, as in the comment of a disabled filter; null if it is not one. */
export function parseTest(text: string): TestNode | null {
  if (text.length > longestScript) return null
  const { tokens, problem } = tokenize(text)
  if (problem) return null
  const reader = newReader(tokens, text)
  const test = parseTestAt(reader, 0)
  return reader.problem || peek(reader) ? null : test
}

interface Reader {
  script: string
  tokens: SieveWord[]
  /** The comments before the token with this index. */
  comments: Map<number, Text[]>
  at: number
  problem: SieveProblem | null
}

function newReader(tokens: SieveToken[], script: string): Reader {
  const reader: Reader = { script, tokens: [], comments: new Map(), at: 0, problem: null }
  for (const token of tokens) {
    if (token.kind !== 'comment') reader.tokens.push(token)
    else {
      const before = reader.comments.get(reader.tokens.length) ?? []
      before.push({ value: token.value, at: token.at })
      reader.comments.set(reader.tokens.length, before)
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

function reportExpected(reader: Reader, what: 'command' | 'test' | 'text' | Sign): void {
  const { length } = reader.script
  const token = reader.tokens[reader.at]
  const at = token?.at ?? { start: length, end: length }
  const found = reader.script.slice(at.start, Math.min(at.end, at.start + 40))
  const code = !token ? 'sieve.ended' : what.length > 1 ? `sieve.expected_${what}` : 'sieve.expected_sign'
  reader.problem ??= { code, at, values: what.length > 1 ? { found } : { sign: what, found } }
}

type Sign = ';' | '{' | '}' | ')' | ']'

function parseCommands(reader: Reader, depth: number): SieveCommand[] {
  const commands: SieveCommand[] = []
  for (let token = peek(reader); token && !(depth > 0 && isSign(reader, '}')); token = peek(reader)) {
    if (token.kind !== 'name') reportExpected(reader, 'command')
    else commands.push(parseCommand(reader, depth))
  }
  if (reader.problem) commands.pop()
  return commands
}

function parseCommand(reader: Reader, depth: number): SieveCommand {
  const comments = (reader.comments.get(reader.at) ?? []).map(note => note.value)
  const test = parseTestAt(reader, depth)
  const trailingComment = findTrailingComment(reader, test.at)
  let block: SieveCommand[] | null = null
  if (isSign(reader, '{') && depth >= maxDepth) reportTooDeep(reader)
  else if (takeSign(reader, '{')) {
    block = parseCommands(reader, depth + 1)
    if (!takeSign(reader, '}')) reportExpected(reader, '}')
  } else if (branches.has(test.name)) reportExpected(reader, '{')
  else if (!takeSign(reader, ';')) reportExpected(reader, ';')
  return { ...test, comments, block, trailingComment }
}

/** A comment between a test and its block, where Roundcube stores the test of a disabled filter. */
function findTrailingComment(reader: Reader, test: Span): Text | null {
  return reader.comments.get(reader.at)?.find(note => !reader.script.slice(test.end, note.at.start).includes('\n')) ?? null
}

function reportTooDeep(reader: Reader): void {
  const at = reader.tokens[reader.at]?.at ?? { start: 0, end: 0 }
  reader.problem ??= { code: 'sieve.too_deep', at, values: { most: maxDepth } }
}

/** Parses a name, its arguments and its tests; commands begin the same way. */
function parseTestAt(reader: Reader, depth: number): TestNode {
  const name = peek(reader)
  if (name?.kind !== 'name') {
    reportExpected(reader, 'test')
    return { name: '', args: [], tests: [], at: { start: 0, end: 0 } }
  }
  reader.at += 1
  const args: Argument[] = []
  for (let next = parseArgument(reader); next; next = parseArgument(reader)) args.push(next)
  const tests = parseTests(reader, depth)
  const end = reader.tokens[reader.at - 1]?.at.end ?? name.at.end
  return { name: name.value, args, tests, at: { start: name.at.start, end } }
}

function parseTests(reader: Reader, depth: number): TestNode[] {
  const isList = isSign(reader, '(')
  if (!isList && peek(reader)?.kind !== 'name') return []
  if (depth >= maxDepth) {
    reportTooDeep(reader)
    return []
  }
  if (!isList) return [parseTestAt(reader, depth + 1)]
  const tests: TestNode[] = []
  reader.at += 1
  do tests.push(parseTestAt(reader, depth + 1))
  while (takeSign(reader, ','))
  if (!takeSign(reader, ')')) reportExpected(reader, ')')
  return tests
}

function parseArgument(reader: Reader): Argument | null {
  const token = peek(reader)
  if (!token) return null
  if (token.kind === 'sign' && token.value === '[') return parseTexts(reader, token.at.start)
  if (token.kind === 'sign' || token.kind === 'name') return null
  reader.at += 1
  if (token.kind === 'number') return { kind: 'number', value: token.value, at: token.at }
  if (token.kind === 'tag') return { kind: 'tag', name: token.value, at: token.at }
  return { kind: 'texts', texts: [{ value: token.value, at: token.at }], at: token.at }
}

function parseTexts(reader: Reader, start: number): Argument | null {
  const texts: Text[] = []
  do {
    reader.at += 1
    const token = peek(reader)
    if (token?.kind !== 'text') {
      reportExpected(reader, 'text')
      return null
    }
    texts.push({ value: token.value, at: token.at })
    reader.at += 1
  } while (isSign(reader, ','))
  const end = peek(reader)?.at.end ?? start
  if (!takeSign(reader, ']')) reportExpected(reader, ']')
  return { kind: 'texts', texts, at: { start, end } }
}
