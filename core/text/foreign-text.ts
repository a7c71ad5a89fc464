// Makes a text that a foreign server sent fit to be shown: one line of a sane length, without characters that hide or reorder others.

const maxLength = 300

/** Invisible characters become spaces, so that what they separate stays apart. */
export function tidyForeignText(text: string): string {
  // A server may send megabytes; what is cut off anyway isn't looked at.
  const line = text
    .slice(0, maxLength * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const letters = Array.from(line)
  return letters.length > maxLength || text.length > maxLength * 4 ? `${letters.slice(0, maxLength).join('').trimEnd()}…` : line
}

/** The values of a text, where some may quote a foreign server. */
export const tidyForeignValues = <V>(values: Record<string, V>): Record<string, V | string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? tidyForeignText(value) : value]))
