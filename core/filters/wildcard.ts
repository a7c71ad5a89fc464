// Matches wildcards against a full text: `*` is any run of characters, `?` is one; time grows only with the text.

/** Whether `pattern` matches all of `text`. Both are already folded. */
export function wildcardMatches(pattern: string, text: string): boolean {
  const segments = pattern.split('*')
  const first = segments[0] ?? ''
  const last = segments[segments.length - 1] ?? ''
  const prefixEnd = endAt(first, text, 0)
  if (segments.length === 1) return prefixEnd === text.length
  const suffixStart = startBefore(last, text)
  if (prefixEnd === null || suffixStart === null || prefixEnd > suffixStart || endAt(last, text, suffixStart) !== text.length) return false
  return endOfSegments(segments.slice(1, -1), text, prefixEnd) <= suffixStart
}

/** Taking the earliest match of each segment leaves the most room for the ones after it. */
function endOfSegments(segments: string[], text: string, from: number): number {
  let at = from
  for (const segment of segments) {
    at = segment.includes('?') ? endWithin(segment, text, at) : endOfLiteral(segment, text, at)
    if (at === Infinity) break
  }
  return at
}

function endOfLiteral(segment: string, text: string, from: number): number {
  const found = text.indexOf(segment, from)
  return found === -1 ? Infinity : found + segment.length
}

/** Where `segment` ends if it matches exactly at `from`. */
function endAt(segment: string, text: string, from: number): number | null {
  let at = from
  for (const character of segment) {
    const point = text.codePointAt(at)
    if (point === undefined) return null
    const actual = String.fromCodePoint(point)
    if (character !== '?' && character !== actual) return null
    at += actual.length
  }
  return at
}

function startBefore(segment: string, text: string): number | null {
  let at = text.length
  for (const _ of segment) {
    if (at === 0) return null
    at -= at > 1 && isLow(text.charCodeAt(at - 1)) && isHigh(text.charCodeAt(at - 2)) ? 2 : 1
  }
  return at
}

/**
 * The earliest end of `segment` at or after `from`: Shift-And (Baeza-Yates and Gonnet 1992), 32 characters of the segment per step.
 * Bit i is set while characters 0 to i of the segment match the text just read.
 */
function endWithin(segment: string, text: string, from: number): number {
  const { masks, questionMarks, words, lastBit } = buildTable(Array.from(segment))
  const state = new Int32Array(words)
  for (let at = from; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    at += character.length
    const mask = masks.get(character) ?? questionMarks
    let carry = 1
    for (let word = 0; word < words; word++) {
      const before = state[word] ?? 0
      state[word] = ((before << 1) | carry) & (mask[word] ?? 0)
      carry = before >>> 31
    }
    if ((state[words - 1] ?? 0) & lastBit) return at
  }
  return Infinity
}

function buildTable(characters: string[]) {
  const words = Math.ceil(characters.length / 32)
  const questionMarks = new Int32Array(words)
  const masks = new Map<string, Int32Array>()
  for (const [i, character] of characters.entries()) if (character === '?') set(questionMarks, i)
  for (const [i, character] of characters.entries()) {
    if (character === '?') continue
    const mask = masks.get(character) ?? questionMarks.slice()
    set(mask, i)
    masks.set(character, mask)
  }
  return { masks, questionMarks, words, lastBit: 1 << ((characters.length - 1) & 31) }
}

function set(bits: Int32Array, i: number): void {
  bits[i >> 5] = (bits[i >> 5] ?? 0) | (1 << (i & 31))
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
