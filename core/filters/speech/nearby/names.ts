// Bare words that name a sender, or only tell what a sender is.
import type { TextField } from '../../tree.ts'
import type { Chart } from '../chart.ts'
import { isKind, isNameLike } from '../parts/edges.ts'
import { type Phrase, type PlacedPiece, textTest } from '../pieces.ts'
import { inField, isBareTopic, isTest, spanOf, type TestPiece } from './pieces.ts'

/** `Tarnwick invoices`, `everything but Tarnwick`: a name that stands alone is a sender's. */
export function bareNames(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  return pieces.flatMap((piece, i): PlacedPiece[] => {
    if (!isBareTopic(piece, chart) || piece.topics.length > 1 || piece.topics[0]?.isQuoted) return [piece]
    let end = piece.from
    while (end < piece.to && isNameLike(chart, end) && !isKind(chart, chart.tokens[end], 'noun')) end += 1
    if (end === piece.from) return [piece]
    const isAlone = end === piece.to
    if (isAlone && piece.from === 0 && !pieces[i + 1]) return [piece]
    return isAlone
      ? [inField(piece, piece.topics, 'from', true)]
      : [part(chart, piece, piece.from, end, 'from'), part(chart, piece, end, piece.to, 'any')]
  })
}

function part(chart: Chart, piece: TestPiece, from: number, to: number, field: TextField): TestPiece {
  const [start, end] = [chart.tokens[from]?.start ?? 0, chart.tokens[to - 1]?.end ?? 0]
  const text = chart.sentence.slice(start, end).toLocaleLowerCase('en')
  const forms = piece.topics?.[0]?.forms ?? []
  const words = to - from
  const value = field === 'any' ? forms.map(form => form.split(' ').slice(-words).join(' ')) : [text]
  const topic: Phrase = { start, end, raw: text, forms: value, isQuoted: false }
  return { ...piece, start, end, from, to, field, tests: [textTest(field, 'contains', value)], topics: [topic] }
}

/** `CI mails from Buildotter`, `bank alerts from Northgale`: what a named sender is, its mails need not say. */
export function withoutDescriptions(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  const isNamed = pieces.some(piece => isTest(piece) && !piece.isNot && (piece.field === 'from' || piece.field === 'sender_domain'))
  if (!isNamed) return pieces
  return pieces.flatMap((piece, i): PlacedPiece[] => {
    if (!isBareTopic(piece, chart) || !isKind(chart, chart.tokens[piece.from], 'kind') || piece.topics.length > 1) return [piece]
    const next = pieces[i + 1]
    const isOfMail = piece.to - piece.from === 1 && next?.is === 'filler' && next.why === 'mail'
    if (isOfMail) return [{ is: 'filler', why: 'describes_sender', ...spanOf(piece) }]
    if (piece.to - piece.from === 1) return [piece]
    const rest = part(chart, piece, piece.from + 1, piece.to, 'any')
    return [{ is: 'filler', why: 'describes_sender', start: piece.start, end: rest.start, from: piece.from, to: rest.from }, rest]
  })
}
