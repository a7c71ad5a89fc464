// Parses YAML only up to the first error, because the library would take too long to collect thousands.
import { Composer, type CST, type Document, isMap, isNode, isScalar, isSeq, Parser } from 'yaml'
import type { Span } from '../../text/spans.ts'
import type { Warning } from './imported.ts'
import type { JsonPath, PositionedData } from './json-positions.ts'
import { exchangeWarning } from './problem.ts'

type Doc = Document.Parsed

/** For text that passed the guard. Never throws. */
export function readYaml(text: string): { source: PositionedData } | { problem: Warning } {
  try {
    const document = firstDocument(text)
    const duplicate = findDuplicateKey(document.contents)
    if (duplicate) return { problem: exchangeWarning('unreadable', clampSpan(text, duplicate.start, duplicate.end)) }
    const value: unknown = document.toJS({ maxAliasCount: 0 })
    return { source: { value, locate: path => findSpan(text, document, path) } }
  } catch (error) {
    return {
      problem: exchangeWarning('unreadable', error instanceof YamlError ? clampSpan(text, ...error.at) : { start: 0, end: text.length }),
    }
  }
}

class YamlError extends Error {
  readonly at: [number, number]
  constructor(at: [number, number]) {
    super('not YAML')
    this.at = at
  }
}

function firstDocument(text: string): Doc {
  // The library's check of unique keys takes quadratic time, so we do our own.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'silent' })
  Object.assign(composer, { onError: newErrorThrower() })
  let first: Doc | null = null
  for (const document of composer.compose(validTokens(text), true, text.length)) {
    const [error] = document.errors
    if (error) throw new YamlError(error.pos)
    if (first) throw new YamlError([document.range[0], document.range[0] + 1])
    first = document
  }
  if (!first) throw new YamlError([0, text.length])
  return first
}

function* validTokens(text: string): Generator<CST.Token> {
  for (const token of new Parser().parse(text)) {
    if (token.type === 'error') throw new YamlError([token.offset, token.offset + token.source.length])
    yield token
  }
}

type ErrorPosition = number | [number, number] | { offset: number }

/** Replaces the composer's error handler. The composer reports what is thrown in a collection as an error of it, so the first is kept. */
function newErrorThrower(): (position: ErrorPosition, code: string, message: string, isWarning?: boolean) => void {
  let first: YamlError | null = null
  return (position, _code, _message, isWarning) => {
    if (isWarning) return
    const start = typeof position === 'number' ? position : Array.isArray(position) ? position[0] : position.offset
    first ??= new YamlError([start, Array.isArray(position) ? position[1] : start + 1])
    throw first
  }
}

/** A key that occurs twice in its map. */
function findDuplicateKey(root: unknown): Span | null {
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isSeq(node)) open.push(...node.items)
    if (!isMap(node)) continue
    const seenKeys = new Set<unknown>()
    for (const { key, value } of node.items) {
      const name: unknown = isScalar(key) ? key.value : key
      if (seenKeys.has(name) && isNode(key) && key.range) return { start: key.range[0], end: key.range[1] }
      seenKeys.add(name)
      open.push(key, value)
    }
  }
  return null
}

function findSpan(text: string, document: Doc, path: JsonPath): Span {
  for (let length = path.length; length >= 0; length--) {
    const found: unknown = document.getIn(path.slice(0, length), true)
    if (isNode(found) && found.range) return clampSpan(text, found.range[0], found.range[1])
  }
  return { start: 0, end: text.length }
}

const clampSpan = (text: string, start: number, end: number): Span => ({
  start: Math.min(start, text.length),
  end: Math.max(Math.min(start, text.length), Math.min(end, text.length)),
})
