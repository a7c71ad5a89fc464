// How much work it is to compile a regexp, told from its letters; some of a thousand letters would take a second.

/** Of instructions. */
export const largestProgram = 2500

const repeat = /\\.|\{(\d+)(?:,(\d*))?\}/gs
/** Made anew of hundreds of ranges each time. */
const classes = /\\[pP]/g
const letter = String.raw`(\\x\{[0-9a-f]{1,6}\}|\\x[0-9a-f]{2}|\\.|[^\\])`
const range = new RegExp(`${letter}-(?=${letter})`, 'gisu')
/** The first and the last letter that has another case: ranges between them are read letter by letter, some microseconds a hundred. */
const [firstCased, lastCased] = [0x41, 0x1e943]
/** All of Unicode three times. */
const mostLetters = 3 * (lastCased - firstCased)

export const isTooLarge = (pattern: string): boolean => timesIn(pattern) > largestProgram || lettersIn(pattern) > mostLetters

/** In units of about a microsecond and a half. */
export const workOf = (pattern: string): number =>
  pattern.length + timesIn(pattern) + Math.floor(lettersIn(pattern) / 20) + 50 * (pattern.match(classes)?.length ?? 0)

/** What is repeated so often takes at least so many instructions. */
function timesIn(pattern: string): number {
  return [...pattern.matchAll(repeat)].reduce((sum, [, least, most]) => sum + Number(most || least || 0), 0)
}

function lettersIn(pattern: string): number {
  return [...pattern.matchAll(range)].reduce((sum, [, from = '', to = '']) => {
    const width = Math.min(codeOf(to), lastCased) - Math.max(codeOf(from), firstCased)
    return sum + Math.max(0, width)
  }, 0)
}

function codeOf(text: string): number {
  const hex = /^\\x\{?([0-9a-f]+)\}?$/i.exec(text)?.[1]
  return hex === undefined ? (text.codePointAt(text.length > 1 && text.startsWith('\\') ? 1 : 0) ?? 0) : Number.parseInt(hex, 16)
}
