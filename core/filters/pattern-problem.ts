// Translates a regexp compiler error into a problem code and a position in the pattern.
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

/** Tried in order: each matches the compiler's description and the snippet that it quotes. */
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
  const { description, snippet } = describeError(error)
  return (
    meanings.find(([, descriptionPattern, snippetPattern]) => descriptionPattern.test(description) && snippetPattern.test(snippet))?.[0] ??
    'pattern_invalid'
  )
}

/** Where the pattern contains the snippet that the compiler quotes; otherwise the whole pattern. */
export function positionIn(pattern: string, error: Error): Span {
  const { description, snippet } = describeError(error)
  if (/trailing backslash/.test(description)) return { start: pattern.length - 1, end: pattern.length }
  const wanted = snippet === '' ? '' : pattern.endsWith(snippet) ? snippet : snippet.replace(/^\(\?i\)/, '')
  const start = /missing closing \)|unexpected \)/.test(description) ? findUnpaired(pattern) : pattern.indexOf(wanted)
  return wanted === '' || start < 0
    ? { start: 0, end: pattern.length }
    : { start, end: /missing closing|unexpected \)/.test(description) ? start + 1 : start + wanted.length }
}

function describeError(error: Error): { description: string; snippet: string } {
  if (!(error instanceof RE2JSSyntaxException)) return { description: error.message, snippet: '' }
  return { description: error.getDescription(), snippet: error.getPattern() ?? '' }
}

/** The first closing parenthesis without an opening one, otherwise the first that is never closed. */
function findUnpaired(pattern: string): number {
  const open: number[] = []
  let inClass = false
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at)
    if (character === '\\') at += 1
    else if (inClass) inClass = character !== ']'
    else if (character === '[') inClass = true
    else if (character === '(') open.push(at)
    else if (character === ')' && open.pop() === undefined) return at
  }
  return open[0] ?? -1
}
