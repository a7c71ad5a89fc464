// Times, sizes and things to hide that another piece of the sentence explains.
import type { Redaction } from '../../action.ts'
import type { Weekday } from '../../tree.ts'
import type { ConditionDraft, PlacedPiece } from '../pieces.ts'
import { isTest, spanOf, type TestPiece } from './pieces.ts'

/** `codes, hide them` */
export function hiddenThings(pieces: PlacedPiece[]): PlacedPiece[] {
  const words = pieces.flatMap(piece => (isTest(piece) ? (piece.topics ?? []).flatMap(topic => topic.forms) : [])).join(' ')
  const named: Redaction[] = [
    ...(/card|tarjeta/.test(words) ? ['cards' as const] : []),
    ...(/iban|account|cuenta|transfer/.test(words) ? ['ibans' as const] : []),
  ]
  const what: Redaction[] = named.length > 0 ? named : ['codes']
  return pieces.map(
    (piece): PlacedPiece => (piece.is === 'hidden' ? { ...spanOf(piece), is: 'action', action: { kind: 'redact', what } } : piece),
  )
}

/** `a weekly digest of … on Sunday`, `a daily one … at 7`: when the digest goes. */
export function digestTimes(pieces: PlacedPiece[]): PlacedPiece[] {
  const digest = pieces.find(piece => piece.is === 'action' && piece.action.kind === 'digest')
  const said = digest?.is === 'action' && digest.action.kind === 'digest' ? digest.action : null
  const isDay = (piece: PlacedPiece): boolean =>
    isTest(piece) && dayOf(piece) !== undefined && said?.every === 'week' && said.on === undefined
  const at = pieces.find(piece => piece.is === 'moment')
  const on = pieces.find(isDay)
  const day = on && isTest(on) ? dayOf(on) : undefined
  return pieces.map((piece): PlacedPiece => {
    if (said && piece === digest)
      return { ...piece, is: 'action', action: { ...said, ...(at?.is === 'moment' && { at: at.at }), ...(day && { on: day }) } }
    if (said && piece.is === 'ask' && piece.code === 'how_often') return { ...spanOf(piece), is: 'filler', why: 'filler' }
    if (piece === on) return { ...spanOf(piece), is: 'filler', why: 'filler' }
    if (piece.is !== 'moment') return piece
    return said
      ? { ...spanOf(piece), is: 'filler', why: 'filler' }
      : { ...spanOf(piece), is: 'ask', code: 'hours', about: 'hour', tests: [{ hole: 'hours' }] }
  })
}

function dayOf({ tests }: TestPiece): Weekday | undefined {
  const [test] = tests
  return test && 'field' in test && test.field === 'weekday' && test.days.length === 1 ? test.days[0] : undefined
}

/** `attachments over 5 MB`: the size is of the attachment. */
export function sizesOfFiles(pieces: PlacedPiece[]): PlacedPiece[] {
  return pieces.flatMap((piece, i): PlacedPiece[] => {
    if (!isTest(piece) || (piece.field !== 'size' && piece.field !== 'attachment')) return [piece]
    const next = pieces.find((other, j) => j > i && (other.is !== 'filler' || other.why === 'mail'))
    const before = pieces.findLast((other, j) => j < i && (other.is !== 'filler' || other.why === 'mail'))
    if (isTest(piece) && piece.field === 'size' && before && isTest(before) && isFile(before)) {
      return [{ ...piece, field: 'attachment_size', tests: piece.tests.map(ofFile) }]
    }
    const isAny = isTest(piece) && piece.field === 'attachment' && !piece.isNot
    return isAny && next && isTest(next) && next.field === 'size' ? [{ is: 'filler', why: 'filler', ...spanOf(piece) }] : [piece]
  })
}

const isFile = (piece: TestPiece): boolean => !piece.isNot && (piece.field === 'attachment' || piece.field === 'attachment_type')

const ofFile = (test: ConditionDraft): ConditionDraft =>
  'field' in test && test.field === 'size' ? { field: 'attachment_size', operator: test.operator, bytes: test.bytes } : test

/** `small mails under 20 kB` leaves nothing to ask. */
export function withoutVagueSizes(pieces: PlacedPiece[]): PlacedPiece[] {
  const isTimed = pieces.some(piece => isTest(piece) && piece.field === 'hour')
  const isSized = pieces.some(piece => isTest(piece) && (piece.field === 'size' || piece.field === 'attachment_size'))
  return pieces.map((piece): PlacedPiece => {
    const isAnswered = piece.is === 'ask' && ((isSized && /size$/.test(piece.code)) || (isTimed && piece.code === 'hours'))
    return isAnswered ? { is: 'filler', why: 'filler', ...spanOf(piece) } : piece
  })
}
