// Reads a sentence from left to right as pieces, each the longest phrase that a rule knows.
import { bestRule, type Chart, read } from './chart.ts'
import { actions } from './meanings/actions.ts'
import { contents } from './meanings/contents.ts'
import { people } from './meanings/people.ts'
import type { Meanings, PhraseContext } from './meanings/pieces.ts'
import { test } from './meanings/pieces.ts'
import { joints, lacking, questions } from './meanings/rest.ts'
import { times } from './meanings/times.ts'
import { type PlacedPiece, type SentencePiece, textTest } from './pieces.ts'

export const meanings: Meanings = { ...lacking, ...questions, ...people, ...contents, ...times, ...actions, ...joints }

/** `unused` stretches gave no piece. */
export function readPieces(chart: Chart, around: PhraseContext): PlacedPiece[] {
  const pieces: PlacedPiece[] = []
  for (let at = 0; at < chart.tokens.length; ) {
    const { end, found } = pieceAt(chart, at, around)
    const range = { start: chart.tokens[at]?.start ?? 0, end: chart.tokens[end - 1]?.end ?? 0 }
    pieces.push(...found.map(piece => ({ ...piece, ...range, from: at, to: end })))
    at = end
  }
  return pieces
}

function pieceAt(chart: Chart, at: number, around: PhraseContext): { end: number; found: SentencePiece[] } {
  const match = bestRule(chart, at)
  if (match) return { end: match.end, found: meaningOf(match.rule.name, match.captured, around) }
  const [topics] = read(chart, 'topics', at)
  if (topics) return { end: topics.end, found: meaningOf('topic', { topics: [topics.value] }, around) }
  const token = chart.tokens[at]
  if (token?.kind === 'address') return { end: at + 1, found: [test([textTest('from', 'is', [token.text])], 'from')] }
  const [names] = token?.kind === 'domain' ? read(chart, 'names', at) : []
  if (names) return { end: names.end, found: meaningOf('from', { names: [names.value] }, around) }
  return { end: at + 1, found: [{ is: 'unused' }] }
}

function meaningOf(rule: string, captured: Parameters<Meanings[string]>[0], around: PhraseContext): SentencePiece[] {
  const meaning = meanings[rule]
  if (!meaning) throw new Error(`No meaning for the rule ${rule}.`)
  const found = meaning(captured, around).filter(piece => piece.is !== 'test' || piece.tests.length > 0)
  return found.length > 0 ? found : [{ is: 'unused' }]
}
