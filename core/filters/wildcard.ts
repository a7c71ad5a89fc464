// Wildcards over a whole text: `*` is any run of characters, `?` is one; time grows with the text alone.

/** Does all of `text` read as `pattern`? Both are folded already. */
export function wildcardMatches(pattern: string, text: string): boolean {
  const segments = pattern.split('*')
  const first = segments[0] ?? ''
  const last = segments[segments.length - 1] ?? ''
  const head = endAt(first, text, 0)
  if (segments.length === 1) return head === text.length
  const tail = startBefore(last, text)
  if (head === null || tail === null || head > tail || endAt(last, text, tail) !== text.length) return false
  return endOfAll(segments.slice(1, -1), text, head) <= tail
}

/** Taking each segment as early as it comes leaves the most room for those after it. */
function endOfAll(segments: string[], text: string, from: number): number {
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

/** Where `segment` ends when it begins exactly at `from`. */
function endAt(segment: string, text: string, from: number): number | null {
  let at = from
  for (const letter of segment) {
    const point = text.codePointAt(at)
    if (point === undefined) return null
    const seen = String.fromCodePoint(point)
    if (letter !== '?' && letter !== seen) return null
    at += seen.length
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
 * The earliest end of `segment` at or after `from`: Shift-And (Baeza-Yates and Gonnet 1992), 32 letters of the segment a step.
 * Bit i is set while letters 0 to i of the segment read as the text just passed.
 */
function endWithin(segment: string, text: string, from: number): number {
  const { masks, marks, words, lastBit } = tableOf(Array.from(segment))
  const state = new Int32Array(words)
  for (let at = from; at < text.length; ) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0)
    at += letter.length
    const mask = masks.get(letter) ?? marks
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

function tableOf(letters: string[]) {
  const words = Math.ceil(letters.length / 32)
  const marks = new Int32Array(words)
  const masks = new Map<string, Int32Array>()
  for (const [i, letter] of letters.entries()) if (letter === '?') set(marks, i)
  for (const [i, letter] of letters.entries()) {
    if (letter === '?') continue
    const mask = masks.get(letter) ?? marks.slice()
    set(mask, i)
    masks.set(letter, mask)
  }
  return { masks, marks, words, lastBit: 1 << ((letters.length - 1) & 31) }
}

function set(bits: Int32Array, i: number): void {
  bits[i >> 5] = (bits[i >> 5] ?? 0) | (1 << (i & 31))
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
