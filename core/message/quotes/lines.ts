// Tells quoted, blank and separating lines of a text from the others.
import { normalizeLine } from '../normalize-line.ts'

/** `>`, or `|` in some old programs; a line between two `|` is a table row. */
export const isQuoted = (line: string): boolean => /^\s*(?:>|\|\s(?!.*\|\s*$))/.test(line.slice(0, 2000))
export const stripQuoteMarks = (line: string): string => line.trimStart().replace(/^(?:[>|] ?)+/, '')
export const isBlank = (line: string): boolean => line.trim() === ''

/** A separator: a row of dashes, underscores, equals signs or asterisks. */
export const isRule = (line: string): boolean => /^\s*(?:[-_=*─—]{5,}|_{2,4}|={3,4})\s*$/.test(line)

// A longer line is a paragraph, not a marker written by a program.
export const maxMarkerLength = 400

/** Without the asterisks of bold text; empty for a paragraph. */
export const normalizeMarker = (line: string): string => (line.length > maxMarkerLength ? '' : normalizeLine(line.replaceAll('*', '')))

export function skipBlankLines(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && isBlank(lines[at] ?? '')) at += 1
  return at
}
