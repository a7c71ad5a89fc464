// Decides where a name or a topic ends.
import { type Chart, findStrongRule, readPart } from '../chart.ts'
import type { WordKind } from '../lexicon.ts'
import type { SpeechToken } from '../tokens.ts'

export const hasKind = (chart: Chart, token: SpeechToken | undefined, kind: WordKind): boolean =>
  token?.kind === 'word' && chart.lexicon.words[kind].has(token.text)

/** No name or topic continues here: another phrase begins, or the sentence ends. */
export function isEdge(chart: Chart, at: number): boolean {
  const token = chart.tokens[at]
  if (!token || (token.kind !== 'word' && token.kind !== 'number')) return true
  return hasKind(chart, token, 'stop') || startsOtherRule(chart, at) || readPart(chart, 'kinds', at).length > 0
}

/** `our landlord` starts a question about who that is, unless the name follows. */
function startsOtherRule(chart: Chart, at: number): boolean {
  const match = findStrongRule(chart, at)
  return match !== null && !(match.rule.name === 'family' && isCapital(chart.tokens[match.end]))
}

export const isCapital = (token: SpeechToken | undefined): boolean => token?.kind === 'word' && /^\p{Lu}/u.test(token.raw)

/** A meaningful capital: not at the start of the sentence or in an abbreviation. */
export const isNameLike = (chart: Chart, at: number): boolean => {
  const token = chart.tokens[at]
  return isCapital(token) && (at > 0 || (!hasKind(chart, token, 'noun') && !/^\p{Lu}{1,4}$/u.test(token?.raw ?? '')))
}

export const sliceText = (chart: Chart, from: number, to: number): string =>
  chart.sentence
    .slice(chart.tokens[from]?.start ?? 0, chart.tokens[to - 1]?.end ?? 0)
    .replace(/\s+/gu, ' ')
    .trim()

/** Lower-cased, as search words are. */
export const toSearchWord = (text: string): string => text.toLocaleLowerCase('en')
