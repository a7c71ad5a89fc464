// Estimates how expensive a regexp is to compile, since some with only 1,000 characters would take a second.

/** In instructions. */
export const largestProgram = 2500

const repeat = /\\.|\{(\d+)(?:,(\d*))?\}/gs
/** Each expands into hundreds of ranges. */
const classes = /\\[pP]/g
const characterPattern = String.raw`(\\x\{[0-9a-f]{1,6}\}|\\x[0-9a-f]{2}|\\.|[^\\])`
const range = new RegExp(`${characterPattern}-(?=${characterPattern})`, 'gisu')
/** The first and last character with an upper and lower case: the compiler walks ranges between them character by character. */
const [firstCased, lastCased] = [0x41, 0x1e943]
/** Three times that range. */
const mostRangeCharacters = 3 * (lastCased - firstCased)

export const isTooLarge = (pattern: string): boolean =>
  countRepeats(pattern) > largestProgram || countRangeCharacters(pattern) > mostRangeCharacters

/** In units of about 1.5 µs. */
export const compileCost = (pattern: string): number =>
  pattern.length + countRepeats(pattern) + Math.floor(countRangeCharacters(pattern) / 20) + 50 * (pattern.match(classes)?.length ?? 0)

/** The total of all repeat counts, a lower bound for the number of instructions. */
function countRepeats(pattern: string): number {
  return [...pattern.matchAll(repeat)].reduce((sum, [, least, most]) => sum + Number(most || least || 0), 0)
}

function countRangeCharacters(pattern: string): number {
  return [...pattern.matchAll(range)].reduce((sum, [, from = '', to = '']) => {
    const width = Math.min(codePoint(to), lastCased) - Math.max(codePoint(from), firstCased)
    return sum + Math.max(0, width)
  }, 0)
}

function codePoint(text: string): number {
  const hex = /^\\x\{?([0-9a-f]+)\}?$/i.exec(text)?.[1]
  return hex === undefined ? (text.codePointAt(text.length > 1 && text.startsWith('\\') ? 1 : 0) ?? 0) : Number.parseInt(hex, 16)
}
