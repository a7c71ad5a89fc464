// Resolves times, sizes and redactions that depend on another piece of the sentence.
import type { Redaction } from '../../action.ts'
import type { Weekday } from '../../tree.ts'
import { type Chart, readPart } from '../chart.ts'
import { foldWord } from '../fold.ts'
import { nightFrom, nightTo } from '../meanings/times.ts'
import { isKnownNoun } from '../parts/edges.ts'
import { isSmall } from '../parts/lookup.ts'
import type { ActionDraft, ConditionDraft, PlacedPiece } from '../pieces.ts'
import { copySpan, isBareTopic, isTestPiece, type TestPiece } from './pieces.ts'

/** `codes, hide them` */
export function resolveHidden(pieces: PlacedPiece[]): PlacedPiece[] {
  const words = pieces.flatMap(piece => (isTestPiece(piece) ? (piece.topics ?? []).flatMap(topic => topic.forms) : [])).join(' ')
  const named: Redaction[] = [
    ...(/card|tarjeta/.test(words) ? ['cards' as const] : []),
    ...(/iban|account|cuenta|transfer/.test(words) ? ['ibans' as const] : []),
  ]
  const what: Redaction[] = named.length > 0 ? named : ['codes']
  return pieces.map(
    (piece): PlacedPiece => (piece.is === 'hidden' ? { ...copySpan(piece), is: 'action', action: { kind: 'redact', what } } : piece),
  )
}

/** `but not the card numbers`, `with smudged digits`: behind what the emails are, numbers are what they show. What becomes of them is asked. */
export function resolveLooseNumbers(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  return pieces.map((piece, i): PlacedPiece => {
    if (!isTestPiece(piece) || piece.field !== 'any' || !pieces.slice(0, i).some(isTestPiece)) return piece
    return isLooseNumber(pieces, piece, i, chart) ? { is: 'ask', code: 'redact', about: 'redact', ...copySpan(piece) } : piece
  })
}

/** `hide card numbers and birthdays`: what `and` adds to what is hidden is no condition. */
export function resolveLooseHiding(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  return pieces.map((piece, i): PlacedPiece => {
    const isAdded = isBareTopic(piece, chart) && isSmall(chart, piece.from - 1, 'and') && followsHiding(pieces, i)
    return isAdded ? { is: 'ask', code: 'redact', about: 'redact', ...copySpan(piece) } : piece
  })
}

function followsHiding(pieces: PlacedPiece[], at: number): boolean {
  const before = pieces.findLast((piece, i) => i < at && piece.is !== 'join')
  return before?.is === 'action' && before.action.kind === 'redact'
}

function isLooseNumber(pieces: PlacedPiece[], piece: TestPiece, at: number, chart: Chart): boolean {
  const topics = piece.topics ?? []
  if (topics.some(topic => topic.isQuoted) || !hasNumber(chart, piece)) return false
  const join = pieces.findLast((other, i) => i < at && other.is !== 'filler')
  const isPlain = topics.every(topic => chart.lexicon.dictionary.redactions.has(foldWord(topic.raw)))
  const isWith = isSmall(chart, piece.from, 'with')
  return (
    (join?.is === 'join' && join.isNot && isPlain) || isWith || (isBareTopic(piece, chart) && (!isPlain || !followsMark(chart, piece.from)))
  )
}

const followsMark = (chart: Chart, at: number): boolean => chart.tokens[at - 1]?.kind === 'mark' || isSmall(chart, at - 1, 'and', 'or')

const hasNumber = (chart: Chart, { from, to }: TestPiece): boolean =>
  chart.words.slice(from, to).some((_, i) => readPart(chart, 'redact', from + i).length > 0)

/** `a weekly digest of … on Sunday`, `a daily one … at 7`: when the digest is sent. */
export function resolveDigestTimes(pieces: PlacedPiece[]): PlacedPiece[] {
  const digest = pieces.find(piece => piece.is === 'action' && piece.action.kind === 'digest') ?? findBundle(pieces)
  const digestAction = readDigest(digest)
  const isDay = (piece: PlacedPiece): boolean =>
    isTestPiece(piece) && findSingleDay(piece) !== undefined && digestAction?.every === 'week' && digestAction.on === undefined
  const at = pieces.find(piece => piece.is === 'moment')
  const on = pieces.find(isDay)
  const day = on && isTestPiece(on) ? findSingleDay(on) : undefined
  return pieces.map((piece, i): PlacedPiece => {
    // `un resumen cada tarde`: the digest is meant, not a shorter text.
    if (digestAction && isSummary(piece) && pieces[i + 1] === digest) return { ...copySpan(piece), is: 'filler', why: 'filler' }
    if (digestAction && piece === digest)
      return {
        ...copySpan(piece),
        is: 'action',
        action: { ...digestAction, ...(at?.is === 'moment' && { at: at.at }), ...(day && { on: day }) },
      }
    if (digestAction && piece.is === 'ask' && piece.code === 'how_often') return { ...copySpan(piece), is: 'filler', why: 'filler' }
    if (piece === on) return { ...copySpan(piece), is: 'filler', why: 'filler' }
    if (piece.is !== 'moment') return piece
    return digestAction
      ? { ...copySpan(piece), is: 'filler', why: 'filler' }
      : { ...copySpan(piece), is: 'ask', code: 'hours', about: 'hour', tests: [{ hole: 'hours' }] }
  })
}

/** `collected, Sundays at 8`: what is bundled and has a single day comes once a week. */
const findBundle = (pieces: PlacedPiece[]): PlacedPiece | undefined =>
  pieces.some(piece => isTestPiece(piece) && !piece.isNot && findSingleDay(piece) !== undefined)
    ? pieces.find(
        piece => (piece.is === 'ask' && piece.code === 'how_often') || (isSummary(piece) && pieces.some(({ is }) => is === 'moment')),
      )
    : undefined

const isSummary = (piece: PlacedPiece): boolean => piece.is === 'action' && piece.action.kind === 'show' && piece.action.show === 'summary'

function readDigest(piece: PlacedPiece | undefined): (ActionDraft & { kind: 'digest' }) | null {
  if (piece?.is === 'action' && piece.action.kind === 'digest') return piece.action
  return piece?.is === 'ask' || (piece && isSummary(piece)) ? { kind: 'digest', every: 'week' } : null
}

function findSingleDay({ tests }: TestPiece): Weekday | undefined {
  const [test] = tests
  return test && 'field' in test && test.field === 'weekday' && test.days.length === 1 ? test.days[0] : undefined
}

const isHour = (piece: PlacedPiece): piece is TestPiece => isTestPiece(piece) && !piece.isNot && piece.field === 'hour'

/** `after 10 but before 6`: two ends of one time. `after midnight` alone does not say until when. */
export function resolveHourBounds(pieces: PlacedPiece[]): PlacedPiece[] {
  const bounds = pieces
    .filter(isHour)
    .flatMap(piece => piece.tests.flatMap(test => ('field' in test && test.field === 'hour' ? [{ piece, test }] : [])))
  // `at night between 11pm and 5am`: the hours say what night is.
  const nights = bounds.filter(({ test }) => test.from === nightFrom && test.to === nightTo)
  const [night] = nights
  if (bounds.length === 2 && nights.length === 1 && night)
    return pieces.map((piece): PlacedPiece => (piece === night.piece ? { is: 'filler', why: 'filler', ...copySpan(piece) } : piece))
  const start = bounds.find(({ test }) => test.to === '00:00')
  const end = bounds.find(({ test }) => test.from === '00:00' && test.to !== '00:00')
  if (bounds.length === 2 && start && end)
    return pieces.map((piece): PlacedPiece => {
      if (piece === start.piece) return { ...start.piece, tests: [{ ...start.test, to: end.test.to }] }
      return piece === end.piece ? { is: 'filler', why: 'filler', ...copySpan(piece) } : piece
    })
  return pieces.map((piece): PlacedPiece => {
    const isWholeDay = isHour(piece) && bounds.some(({ piece: of, test }) => of === piece && test.from === test.to)
    return isWholeDay ? { is: 'ask', code: 'hours', about: 'hour', tests: [{ hole: 'hours' }], ...copySpan(piece) } : piece
  })
}

/** `attachments over 5 MB`: the attachment's size, not the email's. */
export function resolveFileSizes(pieces: PlacedPiece[]): PlacedPiece[] {
  return pieces.flatMap((piece, i): PlacedPiece[] => {
    if (!isTestPiece(piece) || (piece.field !== 'size' && piece.field !== 'attachment')) return [piece]
    const next = pieces.find((other, j) => j > i && (other.is !== 'filler' || other.why === 'mail'))
    const before = pieces.findLast((other, j) => j < i && (other.is !== 'filler' || other.why === 'mail'))
    if (isTestPiece(piece) && piece.field === 'size' && before && isTestPiece(before) && isFile(before)) {
      return [{ ...piece, field: 'attachment_size', tests: piece.tests.map(toAttachmentSize) }]
    }
    // `files over 1 MB but under 3 MB`
    const test = pieces.findLast((other, j) => j < i && isTestPiece(other))
    if (piece.field === 'size' && test && isTestPiece(test) && test.field === 'attachment_size')
      return [{ ...piece, field: 'attachment_size', tests: piece.tests.map(toAttachmentSize) }]
    const isAny = isTestPiece(piece) && piece.field === 'attachment' && !piece.isNot
    return isAny && next && isTestPiece(next) && next.field === 'size' ? [{ is: 'filler', why: 'filler', ...copySpan(piece) }] : [piece]
  })
}

const isFile = (piece: TestPiece): boolean => !piece.isNot && (piece.field === 'attachment' || piece.field === 'attachment_type')

const toAttachmentSize = (test: ConditionDraft): ConditionDraft =>
  'field' in test && test.field === 'size' ? { field: 'attachment_size', operator: test.operator, bytes: test.bytes } : test

/** `small mails under 20 kB`: the exact size answers the question what is small. */
export function dropAnsweredQuestions(pieces: PlacedPiece[]): PlacedPiece[] {
  const isTimed = pieces.some(piece => isTestPiece(piece) && piece.field === 'hour')
  const isSized = pieces.some(piece => isTestPiece(piece) && (piece.field === 'size' || piece.field === 'attachment_size'))
  return pieces.map((piece): PlacedPiece => {
    const isAnswered = piece.is === 'ask' && ((isSized && /size$/.test(piece.code)) || (isTimed && piece.code === 'hours'))
    return isAnswered ? { is: 'filler', why: 'filler', ...copySpan(piece) } : piece
  })
}

/** `hold emails from Ada between 10pm and 7am`: the hours say when they are held, not which emails are wanted. */
export function resolveHeld(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  const held = pieces.find(piece => piece.is === 'held')
  if (!held) return pieces
  const hours = pieces.find(isHour)
  const [test] = hours?.tests ?? []
  const isKnown = hours !== undefined && test !== undefined && 'field' in test && test.field === 'hour' && test.from !== test.to
  const quiet: PlacedPiece = isKnown
    ? { is: 'action', action: { kind: 'quiet', from: test.from, to: test.to, then: 'hold' }, ...copySpan(hours) }
    : { is: 'ask', code: 'quiet', about: 'quiet', ...copySpan(held) }
  return pieces.map((piece): PlacedPiece => {
    // `no me mandes nada de Ada entre las 8 y las 15, guárdalo`: what is held is wanted, only later.
    if (isKnown && piece.is === 'join' && piece.isNot && piece.from < hours.from) return { is: 'filler', why: 'filler', ...copySpan(piece) }
    // `conduzco de 5 a 13, guarda lo de Ada`: what opens the sentence, right before the hours, is a reason.
    const isReason =
      isKnown && piece.from === 0 && piece.to === hours.from && isBareTopic(piece, chart) && !isKnownNoun(chart, chart.tokens[0])
    if (isReason) return { is: 'unused', ...copySpan(piece) }
    if (piece.is !== 'held') return piece === hours ? quiet : piece
    return piece === held && !isKnown ? quiet : { is: 'filler', why: 'forward', ...copySpan(piece) }
  })
}
