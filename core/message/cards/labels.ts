// Finds labels in bills and shipping notices, and the values next to or below them.

/** The value after the first matching label, on its line or the next; null if there is none. */
export function findLabelledValue(lines: readonly string[], label: RegExp): string | null {
  return findLabelledValues(lines, label)[0] ?? null
}

export function findLabelledValues(lines: readonly string[], label: RegExp): string[] {
  return lines.flatMap((line, at) => {
    const found = line.length < maxLineLength ? label.exec(line) : null
    if (!found) return []
    const rest = line.slice(found.index + found[0].length).replace(/^[\s:：.\-–—#№º°]+/u, '')
    const value = rest === '' ? (lines[at + 1] ?? '') : rest
    return value === '' || value.length > maxLineLength ? [] : [value]
  })
}

const maxLineLength = 300

/** Scripts without spaces between words have no whole words. */
const unspaced = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]'

/** Matches one of the words as a whole word. */
export const labelPattern = (words: string): RegExp =>
  new RegExp(`(?<![[\\p{L}\\p{M}\\p{Nd}]--${unspaced}])(?:${words})(?![[\\p{L}\\p{M}]--${unspaced}])`, 'iv')

/** Matches one of the words at the start of a line: for short words that texts use in other ways too. */
export const leadingLabelPattern = (words: string): RegExp => new RegExp(`^[^\\p{L}\\p{Nd}]{0,4}(?:${words})(?![\\p{L}\\p{M}])`, 'iu')
