// What is known of a whole script while its parts are read: what it requires, and what could not be said.

import type { Span } from '../../text/spans.ts'
import { isPattern } from '../exact/regexp.ts'
import type { Warning } from '../exchange/imported.ts'
import { workOf } from '../pattern-size.ts'
import type { SieveCommand, Text } from './syntax.ts'

const mostWarnings = 500
/** 12,000 letters of regexps; scripts of people have some hundreds. */
const mostWork = 12_000

export interface Script {
  text: string
  warnings: Warning[]
  /** Where tests stand that could not be said; warnings end at some point, these do not. */
  unsaid: Span[]
  patterns: { known: Map<string, boolean>; work: number }
  hasVariables: boolean
  hasEncodedLetters: boolean
}

export function openScript(text: string, commands: SieveCommand[]): Script {
  const required = commands
    .filter(command => command.name === 'require')
    .flatMap(command => command.args.flatMap(arg => (arg.kind === 'texts' ? arg.texts.map(one => one.value.toLowerCase()) : [])))
  return {
    text,
    warnings: [],
    unsaid: [],
    patterns: { known: new Map(), work: 0 },
    hasVariables: required.includes('variables'),
    hasEncodedLetters: required.includes('encoded-character'),
  }
}

export function warn(script: Script, code: string, at: Span, values: Warning['values'] = {}): void {
  const { length } = script.warnings
  if (length < mostWarnings) script.warnings.push({ code: `sieve.${code}`, at, values })
  // The last one stands for all that would follow.
  if (length === mostWarnings)
    script.warnings.push({ code: 'sieve.too_strange', at: { start: at.start, end: script.text.length }, values: {} })
}

/** The words of the script at that place, cut to what fits into a sentence. */
export const wordsAt = (script: Script, at: Span): string => {
  const words = script.text.slice(at.start, at.end).replace(/\s+/g, ' ')
  return words.length > 100 ? `${words.slice(0, 99)}…` : words
}

/** Null where a text is only known while the script runs (RFC 5229). */
export function valuesIn(script: Script, texts: Text[]): string[] | null {
  const values = texts.map(text => (script.hasEncodedLetters ? withLetters(text.value) : text.value))
  return script.hasVariables && values.some(value => /\$\{[a-z0-9_.]+\}/i.test(value)) ? null : values
}

/** False for a regexp that is none of ours, and for all behind more of them than a person has: to look at them takes long. */
export function canRead({ patterns }: Script, pattern: string): boolean {
  const before = patterns.known.get(pattern)
  if (before !== undefined) return before
  patterns.work += workOf(pattern)
  const can = patterns.work <= mostWork && isPattern(pattern)
  patterns.known.set(pattern, can)
  return can
}

/** `${unicode: 40}` and `${hex: 24 24}` (RFC 5228 §2.4.2.4), in one pass; what is no letter stays as it is. */
const withLetters = (value: string): string =>
  value.replace(/\$\{(unicode|hex):((?:\s*[0-9a-f]{1,6})+)\s*\}/gi, (whole, kind: string, codes: string) => {
    const numbers = codes.trim().split(/\s+/)
    return (kind.toLowerCase() === 'hex' ? ofOctets(numbers) : ofPoints(numbers)) ?? whole
  })

function ofPoints(hexes: string[]): string | null {
  const points = hexes.map(hex => Number.parseInt(hex, 16))
  const isLetter = (point: number) => point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
  return points.every(isLetter) ? points.map(point => String.fromCodePoint(point)).join('') : null
}

function ofOctets(hexes: string[]): string | null {
  try {
    return hexes.every(hex => hex.length <= 2) ? decodeURIComponent(hexes.map(hex => `%${hex.padStart(2, '0')}`).join('')) : null
  } catch {
    return null
  }
}
