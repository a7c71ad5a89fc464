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

/** Matches one of the words as a whole word. */
export const labelPattern = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}\\p{Nd}])(?:${words})(?![\\p{L}\\p{M}])`, 'iu')
