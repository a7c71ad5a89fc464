// Reads YAML up to its first mistake: the parser goes on behind one, and ten thousand of them keep it busy.
import { Composer, type CST, type Document, isMap, isNode, isScalar, isSeq, Parser } from 'yaml'
import type { Span } from '../../text/spans.ts'
import type { Warning } from './imported.ts'
import type { JsonPath, Source } from './json-positions.ts'
import { warning } from './problem.ts'

type Doc = Document.Parsed

/** For a text that the guard let through. Never throws. */
export function readYaml(text: string): { source: Source } | { problem: Warning } {
  try {
    const document = firstDocument(text)
    const twice = keyTwice(document.contents)
    if (twice) return { problem: warning('unreadable', within(text, twice.start, twice.end)) }
    const value: unknown = document.toJS({ maxAliasCount: 0 })
    return { source: { value, placeOf: path => placeIn(text, document, path) } }
  } catch (error) {
    return { problem: warning('unreadable', error instanceof Mistake ? within(text, ...error.at) : { start: 0, end: text.length }) }
  }
}

class Mistake extends Error {
  readonly at: [number, number]
  constructor(at: [number, number]) {
    super('not YAML')
    this.at = at
  }
}

function firstDocument(text: string): Doc {
  // It compares each key with all before it; we look them up.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'silent' })
  Object.assign(composer, { onError: stopper() })
  let first: Doc | null = null
  for (const document of composer.compose(soundTokens(text), true, text.length)) {
    const [mistake] = document.errors
    if (mistake) throw new Mistake(mistake.pos)
    if (first) throw new Mistake([document.range[0], document.range[0] + 1])
    first = document
  }
  if (!first) throw new Mistake([0, text.length])
  return first
}

function* soundTokens(text: string): Generator<CST.Token> {
  for (const token of new Parser().parse(text)) {
    if (token.type === 'error') throw new Mistake([token.offset, token.offset + token.source.length])
    yield token
  }
}

type Where = number | [number, number] | { offset: number }

/** Takes the place of what collects the mistakes of the composer, which catches what is thrown in a group and tells it as a mistake of the group. */
function stopper(): (where: Where, code: string, message: string, isWarning?: boolean) => void {
  let first: Mistake | null = null
  return (where, _code, _message, isWarning) => {
    if (isWarning) return
    const start = typeof where === 'number' ? where : Array.isArray(where) ? where[0] : where.offset
    first ??= new Mistake([start, Array.isArray(where) ? where[1] : start + 1])
    throw first
  }
}

/** A key that stands in its map for the second time. */
function keyTwice(root: unknown): Span | null {
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isSeq(node)) open.push(...node.items)
    if (!isMap(node)) continue
    const known = new Set<unknown>()
    for (const { key, value } of node.items) {
      const name: unknown = isScalar(key) ? key.value : key
      if (known.has(name) && isNode(key) && key.range) return { start: key.range[0], end: key.range[1] }
      known.add(name)
      open.push(key, value)
    }
  }
  return null
}

function placeIn(text: string, document: Doc, path: JsonPath): Span {
  for (let length = path.length; length >= 0; length--) {
    const found: unknown = document.getIn(path.slice(0, length), true)
    if (isNode(found) && found.range) return within(text, found.range[0], found.range[1])
  }
  return { start: 0, end: text.length }
}

const within = (text: string, start: number, end: number): Span => ({
  start: Math.min(start, text.length),
  end: Math.max(Math.min(start, text.length), Math.min(end, text.length)),
})
