// Labels and what stands beside or below them, as bills and parcels list their facts.

/** What follows the first label that fits, on its line or the next; null where there is none. */
export function valueOf(lines: readonly string[], label: RegExp): string | null {
  return valuesOf(lines, label)[0] ?? null
}

export function valuesOf(lines: readonly string[], label: RegExp): string[] {
  return lines.flatMap((line, at) => {
    const found = line.length < longest ? label.exec(line) : null
    if (!found) return []
    const rest = line.slice(found.index + found[0].length).replace(/^[\s:：.\-–—#№º°]+/u, '')
    const value = rest === '' ? (lines[at + 1] ?? '') : rest
    return value === '' || value.length > longest ? [] : [value]
  })
}

const longest = 300

/** A label that opens its line or follows a stop. */
export const labelled = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}\\p{Nd}])(?:${words})(?![\\p{L}\\p{M}])`, 'iu')
