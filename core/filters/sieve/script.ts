// Tracks the state of a Sieve script while it is read: required extensions, warnings and unsupported tests.

import type { Span } from '../../text/spans.ts'
import { isPosixPattern } from '../exact/regexp.ts'
import type { Warning } from '../exchange/imported.ts'
import { compileCost } from '../pattern-size.ts'
import type { SieveCommand, Text } from './syntax.ts'

const mostWarnings = 500
/** About 12,000 characters of regexps; real scripts have a few hundred. */
const mostWork = 12_000

export interface ScriptContext {
  text: string
  warnings: Warning[]
  /** The positions of unsupported tests; unlike warnings, their number is not limited. */
  unsupportedTests: Span[]
  patterns: { known: Map<string, boolean>; work: number }
  hasVariables: boolean
  hasEncodedCharacters: boolean
}

export function newScriptContext(text: string, commands: SieveCommand[]): ScriptContext {
  const required = commands
    .filter(command => command.name === 'require')
    .flatMap(command => command.args.flatMap(arg => (arg.kind === 'texts' ? arg.texts.map(text => text.value.toLowerCase()) : [])))
  return {
    text,
    warnings: [],
    unsupportedTests: [],
    patterns: { known: new Map(), work: 0 },
    hasVariables: required.includes('variables'),
    hasEncodedCharacters: required.includes('encoded-character'),
  }
}

export function addWarning(script: ScriptContext, code: string, at: Span, values: Warning['values'] = {}): void {
  const { length } = script.warnings
  if (length < mostWarnings) script.warnings.push({ code: `sieve.${code}`, at, values })
  // The last warning represents all that would follow.
  if (length === mostWarnings)
    script.warnings.push({ code: 'sieve.too_strange', at: { start: at.start, end: script.text.length }, values: {} })
}

/** The source text at a position, shortened to fit into a sentence. */
export const scriptExcerpt = (script: ScriptContext, at: Span): string => {
  const words = script.text.slice(at.start, at.end).replace(/\s+/g, ' ')
  return words.length > 100 ? `${words.slice(0, 99)}…` : words
}

/** Null if a value depends on variables that exist only while the script runs (RFC 5229). */
export function stringValues(script: ScriptContext, texts: Text[]): string[] | null {
  const values = texts.map(text => (script.hasEncodedCharacters ? decodeCharacters(text.value) : text.value))
  return script.hasVariables && values.some(value => /\$\{[a-z0-9_.]+\}/i.test(value)) ? null : values
}

/** False for an unsupported regexp, and for all regexps once the work limit is spent: compiling them is expensive. */
export function isSupportedPattern({ patterns }: ScriptContext, pattern: string): boolean {
  const existing = patterns.known.get(pattern)
  if (existing !== undefined) return existing
  patterns.work += compileCost(pattern)
  const isSupported = patterns.work <= mostWork && isPosixPattern(pattern)
  patterns.known.set(pattern, isSupported)
  return isSupported
}

/** `${unicode: 40}` and `${hex: 24 24}` (RFC 5228 §2.4.2.4), in one pass; invalid codes stay as they are. */
const decodeCharacters = (value: string): string =>
  value.replace(/\$\{(unicode|hex):((?:\s*[0-9a-f]{1,6})+)\s*\}/gi, (match, kind: string, codes: string) => {
    const numbers = codes.trim().split(/\s+/)
    return (kind.toLowerCase() === 'hex' ? decodeOctets(numbers) : decodePoints(numbers)) ?? match
  })

function decodePoints(hexes: string[]): string | null {
  const points = hexes.map(hex => Number.parseInt(hex, 16))
  const isCharacter = (point: number) => point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
  return points.every(isCharacter) ? points.map(point => String.fromCodePoint(point)).join('') : null
}

function decodeOctets(hexes: string[]): string | null {
  try {
    return hexes.every(hex => hex.length <= 2) ? decodeURIComponent(hexes.map(hex => `%${hex.padStart(2, '0')}`).join('')) : null
  } catch {
    return null
  }
}
