// Moves words to the field that another piece of the sentence names.
import type { Chart } from '../chart.ts'
import { hasKind, isKnownNoun, isNameLike } from '../parts/edges.ts'
import { isSmall } from '../parts/lookup.ts'
import type { Phrase, PlacedPiece } from '../pieces.ts'
import { copySpan, isBareTopic, isTestPiece, moveToField, type TestPiece } from './pieces.ts'

/** `… but only in the body` */
export function narrowFields(pieces: PlacedPiece[]): PlacedPiece[] {
  return pieces.map((piece, i): PlacedPiece => {
    const next = isTestPiece(piece) ? pieces.find((other, j) => j > i && other.is === 'narrow') : undefined
    if (next?.is === 'narrow' && isTestPiece(piece) && piece.topics && piece.field === 'any')
      return moveToField(piece, piece.topics, next.field)
    return piece.is === 'narrow' ? { is: 'filler', why: 'filler', ...copySpan(piece) } : piece
  })
}

/** `correos de menos de 20 kB del monitor`: after anything but a topic, Spanish `de` names the sender. */
export function resolveSpanishSenders(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  const { of, from } = chart.lexicon.small
  if (![...of].some(word => from.has(word))) return pieces
  return pieces.map((piece, i): PlacedPiece => {
    if (!isBareTopic(piece, chart)) return piece
    const before = pieces.findLast((other, j) => j < i && other.is !== 'filler')
    const followsDe = isSmall(chart, piece.from - 1, 'of', 'the') && [1, 2].some(back => isSmall(chart, piece.from - back, 'of'))
    const followsTest = before !== undefined && isTestPiece(before) && before.field !== 'any' && before.field !== 'from'
    const isThing = hasKind(chart, chart.tokens[piece.to - 1], 'noun')
    return followsDe && followsTest && !isThing ? moveToField(piece, piece.topics, 'from', true) : piece
  })
}

/** `all newsletters but Moonbasket`: after `all`, `but` with a bare word is an exception. */
export function resolveAllBut(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  const isOfAll = isSmall(chart, 0, 'all')
  return pieces.map((piece, i): PlacedPiece => {
    const next = pieces[i + 1]
    const isBut = isOfAll && piece.is === 'join' && piece.how === 'but' && !piece.isNot
    return isBut && next && isBareTopic(next, chart) ? { ...piece, how: 'except', isNot: true } : piece
  })
}

/** `"offer" in the subject but not "sale"`: words after `not` use the field of those before it. */
export function inheritFields(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  return pieces.map((piece, i): PlacedPiece => {
    if (isNegatedWords(piece)) return followSubject(piece, pieces, i)
    if (!isBareTopic(piece, chart)) return piece
    const [before, join] = [
      pieces.findLast((other, j): other is TestPiece => j < i && isTestPiece(other)),
      pieces.findLast((other, j) => j < i && other.is !== 'filler'),
    ]
    // `con "A" en el asunto, excepto de Tarnby`
    if (join?.is === 'join' && isSmall(chart, piece.from - 1, 'from') && isNameLike(chart, piece.from))
      return moveToField(piece, piece.topics, 'from', true)
    if (!before || join?.is !== 'join' || !(join.isNot || piece.topics.every(topic => topic.isQuoted))) return piece
    if (before.field === 'subject' || before.field === 'body' || before.field === 'attachment_name')
      return moveToField(piece, piece.topics, before.field)
    const isOfSender = before.field === 'from' || before.field === 'sender_domain'
    const isSenderFact = before.field === 'automated' || before.field === 'newsletter' || before.field === 'first_time_sender'
    if (isSenderFact && join.isNot && join.how === 'except' && isLoneUnknown(chart, piece))
      return moveToField(piece, piece.topics, 'from', true)
    const isListed = before.field === 'list' || (isOfSender && (isNameLike(chart, piece.from) || hasNoCapitals(chart, piece.from)))
    return isListed && join.isNot ? moveToField(piece, piece.topics, before.field === 'list' ? 'list' : 'from', true) : piece
  })
}

/** `robots, excluding github`: of senders of a kind, a word that no list knows names one. */
const isLoneUnknown = (chart: Chart, piece: TestPiece): boolean =>
  piece.to - piece.from === 1 &&
  !isKnownNoun(chart, chart.tokens[piece.from]) &&
  !chart.lexicon.vocabulary.has(chart.words[piece.from] ?? '')

/** A script without capitals: any unknown word may be a name. */
const hasNoCapitals = (chart: Chart, at: number): boolean =>
  /^\p{Lo}/u.test(chart.tokens[at]?.raw ?? '') &&
  !chart.tokens[at]?.raw.startsWith(chart.lexicon.splits.article ?? ' ') &&
  !isKnownNoun(chart, chart.tokens[at])

/** `does not include draft` */
const isNegatedWords = (piece: PlacedPiece): piece is TestPiece & { topics: Phrase[] } =>
  isTestPiece(piece) && piece.isNot === true && piece.field === 'any' && piece.topics !== undefined

/** `the subject includes A but does not include B`: both are about the subject. */
function followSubject(piece: TestPiece & { topics: Phrase[] }, pieces: PlacedPiece[], at: number): PlacedPiece {
  const before = pieces.findLast((other, j) => j < at && other.is !== 'filler' && other.is !== 'join')
  const isOfField = before && isTestPiece(before) && (before.field === 'subject' || before.field === 'body')
  return isOfField ? moveToField(piece, piece.topics, before.field === 'body' ? 'body' : 'subject') : piece
}

/** `mails from Ada, Sundays excluded` */
export function resolveExcluded(pieces: PlacedPiece[]): PlacedPiece[] {
  return pieces.map((piece, i): PlacedPiece => {
    if (piece.is === 'excluded') return { is: 'filler', why: 'filler', ...copySpan(piece) }
    const next = pieces.find((other, j) => j > i && other.is !== 'filler')
    return isTestPiece(piece) && next?.is === 'excluded' ? { ...piece, isNot: true } : piece
  })
}

/** `everything except ads`: what is left out of everything needs no question. */
export function resolveExcludedAds(pieces: PlacedPiece[]): PlacedPiece[] {
  if (!pieces.some(piece => piece.is === 'scope')) return pieces
  return pieces.map((piece, i): PlacedPiece => {
    const join = pieces.findLast((other, j) => j < i && other.is === 'join' && other.how !== 'comma' && other.how !== 'and')
    const isLeftOut = piece.is === 'ask' && piece.code === 'ads' && join?.is === 'join' && join.isNot
    return isLeftOut ? { is: 'test', tests: piece.tests ?? [], field: 'newsletter', ...copySpan(piece) } : piece
  })
}

/** `ignore everything except Ada`: both negations together leave only Ada. */
export function resolveAllIgnored(pieces: PlacedPiece[]): PlacedPiece[] {
  const meant: PlacedPiece[] = pieces.filter(piece => piece.is !== 'filler')
  const at = meant.findIndex((piece, i) => {
    const [scope, except] = [meant[i + 1], meant[i + 2]]
    const isIgnored = piece.is === 'join' && piece.isNot && piece.how === 'but' && scope?.is === 'scope' && scope.how === 'every'
    return isIgnored && except?.is === 'join' && except.isNot
  })
  const both = at < 0 ? [] : [meant[at], meant[at + 2]]
  return pieces.map((piece): PlacedPiece => (both.includes(piece) ? { is: 'scope', how: 'only', ...copySpan(piece) } : piece))
}

/** `if it is not from Ada, do not send it`: both refusals together make a wish. */
export function resolveRefused(pieces: PlacedPiece[]): PlacedPiece[] {
  const refused = pieces.findIndex(piece => piece.is === 'refused')
  if (refused < 0) return pieces
  // `de Ada, las respuestas no me las mandes`: only what stands before it is refused.
  if (!pieces.some(piece => piece.is === 'join' && piece.isNot)) {
    const last = pieces.findLastIndex((piece, i) => i < refused && piece.is !== 'filler')
    return pieces.map((piece, i): PlacedPiece => {
      if (i === refused) return { is: 'filler', why: 'filler', ...copySpan(piece) }
      return i === last && isTestPiece(piece) ? { ...piece, isNot: true } : piece
    })
  }
  return pieces.map((piece): PlacedPiece => {
    if (piece.is === 'refused') return { is: 'filler', why: 'filler', ...copySpan(piece) }
    return piece.is === 'join' && piece.isNot ? { is: 'join', how: 'or', isNot: false, ...copySpan(piece) } : piece
  })
}
