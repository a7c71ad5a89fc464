// Where a name or a topic ends.
import { type Chart, read, strongRule } from '../chart.ts'
import type { WordKind } from '../lexicon.ts'
import type { SpeechToken } from '../tokens.ts'

export const isKind = (chart: Chart, token: SpeechToken | undefined, kind: WordKind): boolean =>
  token?.kind === 'word' && chart.lexicon.words[kind].has(token.text)

/** Nothing of a name or topic stands here: another phrase begins, or the sentence ends. */
export function isEdge(chart: Chart, at: number): boolean {
  const token = chart.tokens[at]
  if (!token || (token.kind !== 'word' && token.kind !== 'number')) return true
  return isKind(chart, token, 'stop') || isOfOtherRule(chart, at) || read(chart, 'kinds', at).length > 0
}

/** `our landlord` asks who that is, but not where the name follows. */
function isOfOtherRule(chart: Chart, at: number): boolean {
  const match = strongRule(chart, at)
  return match !== null && !(match.rule.name === 'family' && isCapital(chart.tokens[match.end]))
}

export const isCapital = (token: SpeechToken | undefined): boolean => token?.kind === 'word' && /^\p{Lu}/u.test(token.raw)

/** A capital that says something: not the first letter of the sentence, no shouted abbreviation. */
export const isNameLike = (chart: Chart, at: number): boolean => {
  const token = chart.tokens[at]
  return isCapital(token) && (at > 0 || (!isKind(chart, token, 'noun') && !/^\p{Lu}{1,4}$/u.test(token?.raw ?? '')))
}

export const written = (chart: Chart, from: number, to: number): string =>
  chart.sentence
    .slice(chart.tokens[from]?.start ?? 0, chart.tokens[to - 1]?.end ?? 0)
    .replace(/\s+/gu, ' ')
    .trim()

/** In small letters, as words to look for are. */
export const wanted = (text: string): string => text.toLocaleLowerCase('en')
