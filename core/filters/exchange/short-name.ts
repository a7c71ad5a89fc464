// A name for a filter out of any text: one line, as long as a name may be, and no half letter at its end.
const longestName = 80

export const shortName = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestName)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
