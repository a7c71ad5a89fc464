// Splits a sentence into pieces from left to right, each with the rule that matches most.
import { type Chart, findBestRule, type Match, readPart } from './chart.ts'
import { findExpectedTopics } from './expected-topics.ts'
import { actionMeanings } from './meanings/actions.ts'
import { amountMeanings } from './meanings/amounts.ts'
import { contentMeanings } from './meanings/contents.ts'
import { peopleMeanings } from './meanings/people.ts'
import type { Meanings, PhraseContext } from './meanings/pieces.ts'
import { testPiece } from './meanings/pieces.ts'
import { conjunctionMeanings, questionMeanings, unsupportedMeanings } from './meanings/rest.ts'
import { timeMeanings } from './meanings/times.ts'
import { hasKind, isPeriodOfNoun } from './parts/edges.ts'
import { toPhrase } from './parts/topics.ts'
import { type PlacedPiece, type SentencePiece, textTest } from './pieces.ts'

export const meanings: Meanings = {
  ...unsupportedMeanings,
  ...questionMeanings,
  ...peopleMeanings,
  ...contentMeanings,
  ...amountMeanings,
  ...timeMeanings,
  ...actionMeanings,
  ...conjunctionMeanings,
}

/** Words that no rule matches, where no noun is expected, become `unused` pieces: never a condition. */
export function readPieces(chart: Chart, context: PhraseContext): PlacedPiece[] {
  const pieces: PlacedPiece[] = []
  for (let at = 0; at < chart.tokens.length; ) {
    const { end, found } = readPiece(chart, at, context, pieces)
    const range = { start: chart.tokens[at]?.start ?? 0, end: chart.tokens[end - 1]?.end ?? 0 }
    pieces.push(...found.map(piece => ({ ...piece, ...range, from: at, to: end })))
    at = end
  }
  return pieces
}

function readPiece(chart: Chart, at: number, context: PhraseContext, pieces: PlacedPiece[]): { end: number; found: SentencePiece[] } {
  const kindOfThing = isPeriodOfNoun(chart, at) ? readPart(chart, 'topics', at).find(({ value }) => value.items.length === 1) : undefined
  if (kindOfThing) return { end: kindOfThing.end, found: applyMeaning('topic', { topics: [kindOfThing.value] }, context) }
  const match = findBestRule(chart, at)
  if (match && isListOfThings(chart, at, match)) {
    const topics = { items: [toPhrase(chart, at, match.end)], isBoth: false }
    return { end: match.end, found: applyMeaning('topic', { topics: [topics] }, context) }
  }
  if (match) return { end: match.end, found: applyMeaning(match.rule.name, match.captured, context) }
  const topics = findExpectedTopics(chart, at, pieces)
  if (topics) return { end: topics.end, found: applyMeaning('topic', { topics: [topics.value] }, context) }
  const token = chart.tokens[at]
  if (token?.kind === 'address')
    return { end: at + 1, found: [testPiece([textTest('from', token.text.includes('*') ? 'wildcard' : 'is', [token.text])], 'from')] }
  const [names] = token?.kind === 'domain' ? readPart(chart, 'names', at) : []
  if (names) return { end: names.end, found: applyMeaning('from', { names: [names.value] }, context) }
  return { end: at + 1, found: [{ is: 'unused' }] }
}

/** `price list`, `guest list`: a list of things is no mailing list unless it is said to be one. */
const isListOfThings = (chart: Chart, at: number, { rule, end }: Match): boolean =>
  rule.name === 'list' &&
  chart.lexicon.isHeadLast &&
  !hasKind(chart, chart.tokens[end - 2], 'kind') &&
  !(['stop', 'article', 'possessive', 'mail'] as const).some(kind => hasKind(chart, chart.tokens[at], kind)) &&
  hasKind(chart, chart.tokens[end - 2], 'noun') &&
  !hasKind(chart, chart.tokens[end], 'mail') &&
  end - at > 1

function applyMeaning(rule: string, captured: Parameters<Meanings[string]>[0], context: PhraseContext): SentencePiece[] {
  const meaning = meanings[rule]
  if (!meaning) throw new Error(`No meaning for the rule ${rule}.`)
  const found = meaning(captured, context).filter(piece => piece.is !== 'test' || piece.tests.length > 0)
  return found.length > 0 ? found : [{ is: 'unused' }]
}
