// What the steps that look at neighbours ask of a piece.
import type { TextField } from '../../tree.ts'
import type { Chart } from '../chart.ts'
import { type Phrase, type PlacedPiece, textTest } from '../pieces.ts'

export type TestPiece = PlacedPiece & { is: 'test' }

export const isTest = (piece: PlacedPiece): piece is TestPiece => piece.is === 'test'

/** Words that no phrase around them gave a field. */
export const isBareTopic = (piece: PlacedPiece, chart: Chart): piece is TestPiece & { topics: Phrase[] } =>
  piece.is === 'test' && piece.topics !== undefined && piece.field === 'any' && piece.topics[0]?.start === chart.tokens[piece.from]?.start

export function inField(piece: TestPiece, topics: Phrase[], field: TextField, asName = false): TestPiece {
  return {
    ...piece,
    field,
    tests: topics.map(topic => textTest(field, 'contains', asName ? [topic.raw.toLocaleLowerCase('en')] : topic.forms)),
  }
}

export const spanOf = ({ start, end, from, to }: PlacedPiece) => ({ start, end, from, to })
