// Words that are looked for in a field that another piece of the sentence names.
import type { Chart } from '../chart.ts'
import { isNameLike } from '../parts/edges.ts'
import type { PlacedPiece } from '../pieces.ts'
import { inField, isBareTopic, isTest, spanOf, type TestPiece } from './pieces.ts'

/** `… but only in the body` */
export function narrowed(pieces: PlacedPiece[]): PlacedPiece[] {
  return pieces.map((piece, i): PlacedPiece => {
    const next = isTest(piece) ? pieces.find((other, j) => j > i && other.is === 'narrow') : undefined
    if (next?.is === 'narrow' && isTest(piece) && piece.topics && piece.field === 'any') return inField(piece, piece.topics, next.field)
    return piece.is === 'narrow' ? { is: 'filler', why: 'filler', ...spanOf(piece) } : piece
  })
}

/** `correos de menos de 20 kB del monitor`: behind anything but a topic, a Spanish of names the sender. */
export function spanishSenders(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  if (chart.lexicon.language !== 'es') return pieces
  return pieces.map((piece, i): PlacedPiece => {
    if (!isBareTopic(piece, chart)) return piece
    const before = pieces.findLast((other, j) => j < i && other.is !== 'filler')
    const isOf =
      ['de', 'el', 'la', 'los', 'las'].includes(chart.words[piece.from - 1] ?? '') &&
      [1, 2].some(back => chart.words[piece.from - back] === 'de')
    const isBehindTest = before !== undefined && isTest(before) && before.field !== 'any' && before.field !== 'from'
    return isOf && isBehindTest ? inField(piece, piece.topics, 'from', true) : piece
  })
}

/** `all newsletters but Moonbasket`: a bare word after a but is an exception from all. */
export function allBut(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  const isOfAll = ['all', 'every', 'any', 'each', 'everything', 'todos', 'todas', 'todo', 'cualquier'].includes(chart.tokens[0]?.text ?? '')
  return pieces.map((piece, i): PlacedPiece => {
    const next = pieces[i + 1]
    const isBut = isOfAll && piece.is === 'join' && piece.how === 'but' && !piece.isNot
    return isBut && next && isBareTopic(next, chart) ? { ...piece, how: 'except', isNot: true } : piece
  })
}

/** `"offer" in the subject but not "sale"`: words after a not are looked for where those before it were. */
export function inherited(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  return pieces.map((piece, i): PlacedPiece => {
    if (!isBareTopic(piece, chart)) return piece
    const [before, join] = [
      pieces.findLast((other, j): other is TestPiece => j < i && isTest(other)),
      pieces.findLast((other, j) => j < i && other.is !== 'filler'),
    ]
    if (!before || join?.is !== 'join' || !(join.isNot || piece.topics.every(topic => topic.isQuoted))) return piece
    if (before.field === 'subject' || before.field === 'body' || before.field === 'attachment_name')
      return inField(piece, piece.topics, before.field)
    const isListed = before.field === 'list' || (before.field === 'from' && isNameLike(chart, piece.from))
    return isListed && join.isNot ? inField(piece, piece.topics, before.field === 'list' ? 'list' : 'from', true) : piece
  })
}
