// Joins words that a rule tore apart: `payment received in the subject` looks for both words in the subject.
import type { Chart } from '../chart.ts'
import { type PlacedPiece, textTest } from '../pieces.ts'
import { isBareTopic, isTestPiece, type TestPiece } from './pieces.ts'

/** Bare words directly before the first of those that are to be in the subject belong to it. */
export function joinSplitLiterals(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  return pieces.flatMap((piece, i): PlacedPiece[] => {
    const [before, next] = [pieces[i - 1], pieces[i + 1]]
    if (before && isTestPiece(piece) && continues(before, piece, chart)) return [join(before, piece, chart)]
    return next && isTestPiece(next) && continues(piece, next, chart) ? [] : [piece]
  })
}

function continues(piece: PlacedPiece, next: TestPiece, chart: Chart): boolean {
  const isPlain = isBareTopic(piece, chart) && piece.topics.length === 1 && !piece.topics[0]?.isQuoted && !piece.isNot
  const [first] = next.topics ?? []
  const isOfField = !next.isNot && (next.field === 'subject' || next.field === 'body')
  return isPlain && isOfField && first !== undefined && !first.isQuoted && first.start === next.start
}

function join(piece: PlacedPiece, next: TestPiece, chart: Chart): TestPiece {
  const [first, ...others] = next.topics ?? []
  const raw = chart.sentence.slice(piece.start, first?.end ?? piece.end)
  const forms = [raw.toLocaleLowerCase('en')]
  const field = next.field === 'body' ? 'body' : 'subject'
  const topic = { start: piece.start, end: first?.end ?? piece.end, raw, forms, isQuoted: false }
  return {
    ...next,
    start: piece.start,
    from: piece.from,
    topics: [topic, ...others],
    tests: [textTest(field, 'contains', forms), ...next.tests.slice(1)],
  }
}
