// Parses the entries of a list: one per line, without duplicates.
export interface Entries {
  entries: string[]
  /** How many stood there more than once. */
  twice: number
  tooLong: string | null
}

const longest = 320
export const mostEntries = 10_000

export function entriesOf(text: string): Entries {
  const lines = text
    .split(/[\n\r\t;]+/)
    .map(line => line.trim().replace(/,$/, '').trim())
    .filter(Boolean)
  const entries = [...new Map(lines.map(line => [line.toLocaleLowerCase(), line])).values()]
  return { entries, twice: lines.length - entries.length, tooLong: entries.find(entry => entry.length > longest) ?? null }
}
