// What the regexp compiler's refusal means to the person who wrote the pattern, and where it points.
import { RE2JSSyntaxException } from 're2js'
import type { Span } from '../text/spans.ts'

type Code =
  | 'pattern_look_around'
  | 'pattern_back_reference'
  | 'pattern_group'
  | 'pattern_unclosed'
  | 'pattern_repeat'
  | 'pattern_escape'
  | 'pattern_class'
  | 'pattern_too_large'
  | 'pattern_invalid'

/** In the order in which they are looked for: a description of the compiler, and the snippet that it quotes. */
const meanings: [Code, RegExp, RegExp][] = [
  ['pattern_look_around', /./, /^(?:\(\?i\))?\(\?(?:[=!]|<[=!])/],
  ['pattern_back_reference', /invalid escape sequence/, /^\\(?:[1-9]|k)/],
  ['pattern_unclosed', /missing closing|unexpected \)/, /^/],
  ['pattern_group', /Perl syntax|named capture|capture group/, /^/],
  ['pattern_repeat', /repeat|repetition/, /^/],
  ['pattern_escape', /escape|backslash|UTF/, /^/],
  ['pattern_class', /character class/, /^/],
  ['pattern_too_large', /too large|nesting|too deep/, /^/],
]

export function problemCode(error: Error): Code {
  const { description, snippet } = partsOf(error)
  return meanings.find(([, says, quotes]) => says.test(description) && quotes.test(snippet))?.[0] ?? 'pattern_invalid'
}

/** The snippet that the compiler quotes, where the pattern has it; else all of the pattern. */
export function positionIn(pattern: string, error: Error): Span {
  const { description, snippet } = partsOf(error)
  if (/trailing backslash/.test(description)) return { start: pattern.length - 1, end: pattern.length }
  const wanted = snippet === '' ? '' : pattern.endsWith(snippet) ? snippet : snippet.replace(/^\(\?i\)/, '')
  const start = /missing closing \)|unexpected \)/.test(description) ? unpairedIn(pattern) : pattern.indexOf(wanted)
  return wanted === '' || start < 0
    ? { start: 0, end: pattern.length }
    : { start, end: /missing closing|unexpected \)/.test(description) ? start + 1 : start + wanted.length }
}

function partsOf(error: Error): { description: string; snippet: string } {
  if (!(error instanceof RE2JSSyntaxException)) return { description: error.message, snippet: '' }
  return { description: error.getDescription(), snippet: error.getPattern() ?? '' }
}

/** The first bracket that closes nothing, else the first that nothing closes. */
function unpairedIn(pattern: string): number {
  const open: number[] = []
  let inClass = false
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern.charAt(at)
    if (letter === '\\') at += 1
    else if (inClass) inClass = letter !== ']'
    else if (letter === '[') inClass = true
    else if (letter === '(') open.push(at)
    else if (letter === ')' && open.pop() === undefined) return at
  }
  return open[0] ?? -1
}
