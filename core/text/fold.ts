// Folds text so that what a person would call the same compares equal, and remembers where each letter came from.
import { decodeLabel } from './punycode.ts'
import type { Span } from './spans.ts'

/** `text` is `original` folded; letter i of it comes from `original.slice(starts[i], ends[i])`. */
export interface Folded {
  original: string
  text: string
  starts: number[]
  ends: number[]
}

/**
 * Unicode case folding over NFKC, without invisible characters, white space as one space, no space at either end.
 * All four letters i of Turkish are one, as no mail says which language its capitals are in.
 * With `readDomains`, `xn--` labels are read as the letters they stand for.
 */
export function fold(original: string, readDomains = false): Folded {
  const draft: Draft = { original, units: [], starts: [], ends: [], known: new Map() }
  let at = 0
  for (const label of readDomains ? original.matchAll(encodedLabel) : []) {
    const decoded = decodeLabel(label[0])
    if (decoded === null) continue
    addPlain(draft, at, label.index)
    at = label.index + label[0].length
    add(draft, foldPiece(decoded), label.index, at)
  }
  addPlain(draft, at, original.length)
  if (draft.units.at(-1) === space) drop(draft)
  return { original, text: textOf(draft.units), starts: draft.starts, ends: draft.ends }
}

/** Both readings of a text that names an encoded domain, the one reading of any other. */
export function readings(original: string): Folded[] {
  const plain = fold(original)
  return plain.text.includes('xn--') ? [plain, fold(original, true)] : [plain]
}

/** The texts of `readings` alone, where nobody asks what a letter came from: many times as fast. */
export function foldedTexts(original: string): string[] {
  let text = ''
  let at = 0
  const known = new Map<string, string>()
  for (const run of original.matchAll(beyondAscii)) {
    text += original.slice(at, run.index).toLowerCase() + run[0].replace(anyPiece, letters => foldKnown(letters, known))
    at = run.index + run[0].length
  }
  text = (text + original.slice(at).toLowerCase()).replace(spaces, ' ')
  const plain = text.slice(text.startsWith(' ') ? 1 : 0, text.endsWith(' ') ? -1 : undefined)
  return plain.includes('xn--') ? readings(original).map(folded => folded.text) : [plain]
}

/** Where letters `from` to `to` of the folded text stand in the original. */
export function inOriginal(folded: Folded, from: number, to: number): Span {
  return { start: folded.starts[from] ?? 0, end: folded.ends[to - 1] ?? 0 }
}

interface Draft {
  original: string
  units: number[]
  starts: number[]
  ends: number[]
  known: Map<string, string>
}

const space = 0x20
const lastAscii = 0x7f
const encodedLabel = /xn--[a-z0-9-]+/gi
const ignorable = /\p{Default_Ignorable_Code_Point}/gu
// A letter and all that may melt into it: marks, half-width sound marks, the vowels and finals of a Hangul syllable.
const piece = /[^][\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f\u1160-\u11ff]*/uy
const anyPiece = new RegExp(piece, 'gu')
const beyondAscii = /[^]?[^\0-\x7f]+/g
const spaces = /[ \t-\r\u1680\u2028\u2029]+/g

function addPlain(draft: Draft, from: number, to: number): void {
  for (let at = from; at < to; ) {
    const unit = draft.original.charCodeAt(at)
    const mayMelt = at + 1 < to && draft.original.charCodeAt(at + 1) > lastAscii
    if (unit <= lastAscii && !mayMelt) {
      addUnit(draft, small(unit), at, at + 1)
      at += 1
    } else {
      piece.lastIndex = at
      const found = piece.exec(draft.original)?.[0] ?? draft.original.charAt(at)
      add(draft, foldKnown(found, draft.known), at, at + found.length)
      at += found.length
    }
  }
}

function add(draft: Draft, text: string, start: number, end: number): void {
  for (let i = 0; i < text.length; i++) addUnit(draft, text.charCodeAt(i), start, end)
}

function addUnit(draft: Draft, unit: number, start: number, end: number): void {
  const plain = isSpace(unit) ? space : unit
  if (plain === space && (draft.units.length === 0 || draft.units.at(-1) === space)) return
  draft.units.push(plain)
  draft.starts.push(start)
  draft.ends.push(end)
}

function drop(draft: Draft): void {
  draft.units.pop()
  draft.starts.pop()
  draft.ends.pop()
}

const small = (unit: number): number => (unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit)
// The other spaces of Unicode are plain ones after NFKC.
const isSpace = (unit: number): boolean =>
  unit === space || (unit >= 0x09 && unit <= 0x0d) || unit === 0x1680 || unit === 0x2028 || unit === 0x2029

function textOf(units: number[]): string {
  let text = ''
  // A call takes only so many arguments.
  for (let at = 0; at < units.length; at += 4096) text += String.fromCharCode(...units.slice(at, at + 4096))
  return text
}

function foldKnown(letters: string, known: Map<string, string>): string {
  const before = known.get(letters)
  if (before !== undefined) return before
  const folded = foldPiece(letters)
  known.set(letters, folded)
  return folded
}

function foldPiece(letters: string): string {
  // Down, up and down again stands in for the case folding that JavaScript lacks: ẞ, ß and SS all end as ss.
  const caseless = letters.replace(ignorable, '').normalize('NFKC').toLowerCase().toUpperCase().toLowerCase()
  return caseless.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ').normalize('NFKC')
}
