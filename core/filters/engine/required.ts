// Finds texts, at least one of which occurs wherever a regexp matches; returns none when in doubt.

/** The texts contain only lower-case ASCII, digits, punctuation and letters without case; see `foldForPatterns`. Null if any text may match. */
export function requiredTexts(pattern: string): string[] | null {
  const reader: Reader = { pattern, at: 0 }
  const parsed = parseChoices(reader, 0)
  return parsed === unparsed || reader.at < pattern.length ? null : parsed.required
}

/**
 * Folds a text like `requiredTexts`. Ignoring case, `s` also matches ſ and `k` the Kelvin sign (Unicode simple folding); no other
 * ASCII letter has a third form.
 */
export const foldForPatterns = (text: string): string => text.toLowerCase().replaceAll('ſ', 's')

interface Reader {
  pattern: string
  at: number
}

/** `literal`: the part matches exactly this text. */
interface Part {
  literal: string | null
  required: string[] | null
}

const unparsed = Symbol('unread')
type ParseResult = Part | typeof unparsed

const anything: Part = { literal: null, required: null }
const nothing: Part = { literal: '', required: null }
const mostChoices = 16
const deepest = 30
const isPlain = /^[ -~]$/
const isCaseless = /^(?![\ud800-\udfff])\p{Lo}$/u
const repeated = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/
const group = /^\((?:\?(?:P?<\w+>|[imsU]*(?:-[imsU]+)?:))?/
const flags = /^\(\?[imsU]*(?:-[imsU]+)?\)/
const zeroWidthOrClass = /^\\(?:[dDwWsSbBAznrtfv]|[pP](?:[A-Z]|\{\w+\}))/
const escapedSign = /^\\[!-/:-@[-`{-~]/
// No nested or named classes: anything this does not match leaves the pattern unparsed.
// A closing bracket is an ordinary character if it comes first.
const characterClass = /^\[(?:\^|(?!\^))(?:\]|\\[dDwWsSnrt!-/:-@[-`{-~]|[^\\[\]])(?:\\[dDwWsSnrt!-/:-@[-`{-~]|[^\\[\]])*\]/

function parseChoices(reader: Reader, depth: number): ParseResult {
  const choices: Part[] = []
  for (;;) {
    const part = parseSequence(reader, depth)
    if (part === unparsed) return unparsed
    choices.push(part)
    if (reader.pattern[reader.at] !== '|') break
    reader.at += 1
  }
  const [single] = choices
  if (single && choices.length === 1) return single
  const required = choices.flatMap(choice => choice.required ?? [])
  return { literal: null, required: choices.every(choice => choice.required) && required.length <= mostChoices ? required : null }
}

function parseSequence(reader: Reader, depth: number): ParseResult {
  let literal: string | null = ''
  let run = ''
  let best: string[] | null = null
  for (let next = reader.pattern[reader.at]; next !== undefined && next !== '|' && next !== ')'; next = reader.pattern[reader.at]) {
    const part = parseRepeated(reader, depth)
    if (part === unparsed) return unparsed
    literal = literal === null || part.literal === null ? null : literal + part.literal
    run = part.literal === null ? '' : run + part.literal
    best = moreSelective(moreSelective(best, part.required), run === '' ? null : [run])
  }
  return { literal, required: best }
}

function parseRepeated(reader: Reader, depth: number): ParseResult {
  const part = parsePart(reader, depth)
  const repeat = take(reader, repeated)
  if (part === unparsed || repeat === null) return part
  // RE2 rejects a repeated repeat or reads it differently; after inline flags, a repeat applies to what precedes them.
  if (part === nothing || repeated.test(reader.pattern.slice(reader.at))) return unparsed
  const isOptional = repeat.startsWith('*') || repeat.startsWith('?') || /^\{0+[,}]/.test(repeat)
  return { literal: null, required: isOptional ? null : part.required }
}

function parsePart(reader: Reader, depth: number): ParseResult {
  if (take(reader, flags) !== null) return nothing
  if (take(reader, group) !== null) return parseGroup(reader, depth)
  if (take(reader, characterClass) !== null || take(reader, zeroWidthOrClass) !== null) return anything
  const escaped = take(reader, escapedSign)
  const character = escaped === null ? String.fromCodePoint(reader.pattern.codePointAt(reader.at) ?? 0) : escaped.slice(1)
  if (escaped !== null) return toLiteral(character)
  if ('\\[(*+?'.includes(character)) return unparsed
  reader.at += character.length
  return '.^${'.includes(character) ? anything : toLiteral(character)
}

function parseGroup(reader: Reader, depth: number): ParseResult {
  if (depth === deepest) return unparsed
  const part = parseChoices(reader, depth + 1)
  if (reader.pattern[reader.at] !== ')') return unparsed
  reader.at += 1
  return part
}

function toLiteral(character: string): Part {
  if (!isPlain.test(character) && !isCaseless.test(character)) return anything
  const lowerCase = character.toLowerCase()
  return { literal: lowerCase, required: [lowerCase] }
}

/** The more selective one: its shortest text is longer. */
function moreSelective(a: string[] | null, b: string[] | null): string[] | null {
  if (!a || !b) return a ?? b
  const shortest = (texts: string[]) => Math.min(...texts.map(text => text.length))
  return shortest(b) > shortest(a) || (shortest(b) === shortest(a) && b.length < a.length) ? b : a
}

function take(reader: Reader, shape: RegExp): string | null {
  const found = shape.exec(reader.pattern.slice(reader.at))?.[0] ?? null
  reader.at += found?.length ?? 0
  return found
}
