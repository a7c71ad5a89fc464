// Case-folds text for comparison, and maps each folded character to its position in the original.
import { decodeLabel } from './punycode.ts'
import type { Span } from './spans.ts'

/** `text` is the folded `original`; its character i comes from `original.slice(starts[i], ends[i])`. */
export interface Folded {
  original: string
  text: string
  starts: number[]
  ends: number[]
}

/**
 * Unicode case folding over NFKC, without invisible characters, white space collapsed and trimmed.
 * The four Turkish letters i are folded into one, as the language of capitals is unknown.
 * With `readDomains`, `xn--` labels are decoded.
 */
export function fold(original: string, readDomains = false): Folded {
  const draft: FoldDraft = { original, units: [], starts: [], ends: [], cache: new Map() }
  let at = 0
  for (const label of readDomains ? original.matchAll(encodedLabel) : []) {
    const decoded = decodeLabel(label[0])
    if (decoded === null) continue
    appendPlain(draft, at, label.index)
    at = label.index + label[0].length
    appendText(draft, foldPiece(decoded), label.index, at)
  }
  appendPlain(draft, at, original.length)
  if (draft.units.at(-1) === space) dropLast(draft)
  return { original, text: toText(draft.units), starts: draft.starts, ends: draft.ends }
}

/** The folded text; also with decoded domains, if it contains an `xn--` label. */
export function foldVariants(original: string): Folded[] {
  const plain = fold(original)
  return plain.text.includes('xn--') ? [plain, fold(original, true)] : [plain]
}

/** The texts of `foldVariants` without positions, which is many times faster. */
export function foldTexts(original: string): string[] {
  let text = ''
  let at = 0
  const cache = new Map<string, string>()
  for (const run of original.matchAll(beyondAscii)) {
    text += original.slice(at, run.index).toLowerCase() + run[0].replace(anyPiece, characters => foldCached(characters, cache))
    at = run.index + run[0].length
  }
  text = (text + original.slice(at).toLowerCase()).replace(spaces, ' ')
  const plain = text.slice(text.startsWith(' ') ? 1 : 0, text.endsWith(' ') ? -1 : undefined)
  return plain.includes('xn--') ? foldVariants(original).map(folded => folded.text) : [plain]
}

/** Maps a range of the folded text to the original. */
export function toOriginalSpan(folded: Folded, from: number, to: number): Span {
  return { start: folded.starts[from] ?? 0, end: folded.ends[to - 1] ?? 0 }
}

interface FoldDraft {
  original: string
  units: number[]
  starts: number[]
  ends: number[]
  cache: Map<string, string>
}

const space = 0x20
const lastAscii = 0x7f
const encodedLabel = /xn--[a-z0-9-]+/gi
const ignorable = /\p{Default_Ignorable_Code_Point}/gu
// A character and all that may combine with it: marks, half-width sound marks, the vowels and finals of a Hangul syllable.
const piece = /[^][\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f\u1160-\u11ff]*/uy
const anyPiece = new RegExp(piece, 'gu')
const beyondAscii = /[^]?[^\0-\x7f]+/g
const spaces = /[ \t-\r\u1680\u2028\u2029]+/g

function appendPlain(draft: FoldDraft, from: number, to: number): void {
  for (let at = from; at < to; ) {
    const unit = draft.original.charCodeAt(at)
    const mayCombine = at + 1 < to && draft.original.charCodeAt(at + 1) > lastAscii
    if (unit <= lastAscii && !mayCombine) {
      appendUnit(draft, toLowerAscii(unit), at, at + 1)
      at += 1
    } else {
      piece.lastIndex = at
      const found = piece.exec(draft.original)?.[0] ?? draft.original.charAt(at)
      appendText(draft, foldCached(found, draft.cache), at, at + found.length)
      at += found.length
    }
  }
}

function appendText(draft: FoldDraft, text: string, start: number, end: number): void {
  for (let i = 0; i < text.length; i++) appendUnit(draft, text.charCodeAt(i), start, end)
}

function appendUnit(draft: FoldDraft, unit: number, start: number, end: number): void {
  const plain = isSpace(unit) ? space : unit
  if (plain === space && (draft.units.length === 0 || draft.units.at(-1) === space)) return
  draft.units.push(plain)
  draft.starts.push(start)
  draft.ends.push(end)
}

function dropLast(draft: FoldDraft): void {
  draft.units.pop()
  draft.starts.pop()
  draft.ends.pop()
}

const toLowerAscii = (unit: number): number => (unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit)
// The other spaces of Unicode are plain ones after NFKC.
const isSpace = (unit: number): boolean =>
  unit === space || (unit >= 0x09 && unit <= 0x0d) || unit === 0x1680 || unit === 0x2028 || unit === 0x2029

function toText(units: number[]): string {
  let text = ''
  // The number of arguments of a call is limited.
  for (let at = 0; at < units.length; at += 4096) text += String.fromCharCode(...units.slice(at, at + 4096))
  return text
}

function foldCached(characters: string, cache: Map<string, string>): string {
  const cached = cache.get(characters)
  if (cached !== undefined) return cached
  const folded = foldPiece(characters)
  cache.set(characters, folded)
  return folded
}

function foldPiece(characters: string): string {
  // Lower, upper and lower case again replaces case folding, which JavaScript lacks: ẞ, ß and SS all become ss.
  const caseless = characters.replace(ignorable, '').normalize('NFKC').toLowerCase().toUpperCase().toLowerCase()
  return caseless.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ').normalize('NFKC')
}
