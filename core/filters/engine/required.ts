// Texts of which one must stand wherever a regexp holds, read from the pattern with care: in doubt there are none.

/** Small ASCII letters, digits, signs, and letters without case; see `asPatternsRead`. Null where any text may hold. */
export function requiredBy(pattern: string): string[] | null {
  const reader: Reader = { pattern, at: 0 }
  const seen = readChoices(reader, 0)
  return seen === unread || reader.at < pattern.length ? null : seen.required
}

/**
 * A text as `requiredBy` sees it. Without case `s` is also ſ and `k` the sign of Kelvin (Unicode's simple folding); no other
 * letter of ASCII has a third form.
 */
export const asPatternsRead = (text: string): string => text.toLowerCase().replaceAll('ſ', 's')

interface Reader {
  pattern: string
  at: number
}

/** `literal`: the part reads this and nothing else. */
interface Part {
  literal: string | null
  required: string[] | null
}

const unread = Symbol('unread')
type Read = Part | typeof unread

const anything: Part = { literal: null, required: null }
const nothing: Part = { literal: '', required: null }
const mostChoices = 16
const deepest = 30
const isPlain = /^[ -~]$/
const isCaseless = /^(?![\ud800-\udfff])\p{Lo}$/u
const repeated = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/
const group = /^\((?:\?(?:P?<\w+>|[imsU]*(?:-[imsU]+)?:))?/
const flags = /^\(\?[imsU]*(?:-[imsU]+)?\)/
const zeroOrType = /^\\(?:[dDwWsSbBAznrtfv]|[pP](?:[A-Z]|\{\w+\}))/
const sign = /^\\[!-/:-@[-`{-~]/
// Without nested classes or ranges of names: what this does not read leaves the pattern unread.
// A bracket that closes is a letter of its own where it stands first.
const letterClass = /^\[(?:\^|(?!\^))(?:\]|\\[dDwWsSnrt!-/:-@[-`{-~]|[^\\[\]])(?:\\[dDwWsSnrt!-/:-@[-`{-~]|[^\\[\]])*\]/

function readChoices(reader: Reader, depth: number): Read {
  const choices: Part[] = []
  for (;;) {
    const part = readRow(reader, depth)
    if (part === unread) return unread
    choices.push(part)
    if (reader.pattern[reader.at] !== '|') break
    reader.at += 1
  }
  const [only] = choices
  if (only && choices.length === 1) return only
  const required = choices.flatMap(choice => choice.required ?? [])
  return { literal: null, required: choices.every(choice => choice.required) && required.length <= mostChoices ? required : null }
}

function readRow(reader: Reader, depth: number): Read {
  let literal: string | null = ''
  let run = ''
  let best: string[] | null = null
  for (let next = reader.pattern[reader.at]; next !== undefined && next !== '|' && next !== ')'; next = reader.pattern[reader.at]) {
    const part = readRepeated(reader, depth)
    if (part === unread) return unread
    literal = literal === null || part.literal === null ? null : literal + part.literal
    run = part.literal === null ? '' : run + part.literal
    best = better(better(best, part.required), run === '' ? null : [run])
  }
  return { literal, required: best }
}

function readRepeated(reader: Reader, depth: number): Read {
  const part = readPart(reader, depth)
  const repeat = taken(reader, repeated)
  if (part === unread || repeat === null) return part
  // RE2 refuses a repeat of a repeat, or reads it in its own way; one behind flags repeats what stands before them.
  if (part === nothing || repeated.test(reader.pattern.slice(reader.at))) return unread
  const isOptional = repeat.startsWith('*') || repeat.startsWith('?') || /^\{0+[,}]/.test(repeat)
  return { literal: null, required: isOptional ? null : part.required }
}

function readPart(reader: Reader, depth: number): Read {
  if (taken(reader, flags) !== null) return nothing
  if (taken(reader, group) !== null) return readGroup(reader, depth)
  if (taken(reader, letterClass) !== null || taken(reader, zeroOrType) !== null) return anything
  const escaped = taken(reader, sign)
  const letter = escaped === null ? String.fromCodePoint(reader.pattern.codePointAt(reader.at) ?? 0) : escaped.slice(1)
  if (escaped !== null) return literally(letter)
  if ('\\[(*+?'.includes(letter)) return unread
  reader.at += letter.length
  return '.^${'.includes(letter) ? anything : literally(letter)
}

function readGroup(reader: Reader, depth: number): Read {
  if (depth === deepest) return unread
  const part = readChoices(reader, depth + 1)
  if (reader.pattern[reader.at] !== ')') return unread
  reader.at += 1
  return part
}

function literally(letter: string): Part {
  if (!isPlain.test(letter) && !isCaseless.test(letter)) return anything
  const small = letter.toLowerCase()
  return { literal: small, required: [small] }
}

/** The one that fewer texts have: its shortest text is longer. */
function better(one: string[] | null, other: string[] | null): string[] | null {
  if (!one || !other) return one ?? other
  const shortest = (texts: string[]) => Math.min(...texts.map(text => text.length))
  return shortest(other) > shortest(one) || (shortest(other) === shortest(one) && other.length < one.length) ? other : one
}

function taken(reader: Reader, what: RegExp): string | null {
  const found = what.exec(reader.pattern.slice(reader.at))?.[0] ?? null
  reader.at += found?.length ?? 0
  return found
}
