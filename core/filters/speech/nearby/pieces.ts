// Helpers for steps that adjust a piece according to its neighbors.
import type { TextField } from '../../tree.ts'
import type { Chart } from '../chart.ts'
import { type Phrase, type PlacedPiece, textTest } from '../pieces.ts'

export type TestPiece = PlacedPiece & { is: 'test' }

export const isTestPiece = (piece: PlacedPiece): piece is TestPiece => piece.is === 'test'

/** Words without a field of their own. */
export const isBareTopic = (piece: PlacedPiece, chart: Chart): piece is TestPiece & { topics: Phrase[] } =>
  piece.is === 'test' && piece.topics !== undefined && piece.field === 'any' && piece.topics[0]?.start === chart.tokens[piece.from]?.start

export function moveToField(piece: TestPiece, topics: Phrase[], field: TextField, asName = false): TestPiece {
  return {
    ...piece,
    field,
    tests: topics.map(topic => textTest(field, 'contains', asName ? [topic.raw.toLocaleLowerCase('en')] : topic.forms)),
  }
}

export const copySpan = ({ start, end, from, to }: PlacedPiece) => ({ start, end, from, to })
