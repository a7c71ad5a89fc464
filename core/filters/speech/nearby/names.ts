// Recognizes bare words that name a sender, or only describe one.
import type { TextField } from '../../tree.ts'
import type { Chart } from '../chart.ts'
import { hasKind, isKnownNoun, isNameLike } from '../parts/edges.ts'
import { isSmall } from '../parts/lookup.ts'
import { type Phrase, type PlacedPiece, textTest } from '../pieces.ts'
import { copySpan, isBareTopic, isTestPiece, moveToField, type TestPiece } from './pieces.ts'

/** `Tarnwick invoices`, `everything but Tarnwick`: a bare name is a sender. */
export function resolveBareNames(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  return pieces.flatMap((piece, i): PlacedPiece[] => {
    if (!isBareTopic(piece, chart) || piece.topics[0]?.isQuoted) return [piece]
    if (piece.topics.length > 1) return splitNameOfList(chart, piece)
    const named = findNamedRole(chart, piece)
    if (named < piece.to) return [splitPiece(chart, piece, named, piece.to, 'from')]
    let end = piece.from
    while (end < piece.to && isNameLike(chart, end) && !hasKind(chart, chart.tokens[end], 'noun')) end += 1
    if (end === piece.from) return [piece]
    if (pieces[i - 1]?.is === 'filler' && followsPreposition(chart, piece.from)) return [piece]
    const isAlone = end === piece.to
    if (isAlone && piece.from === 0 && !pieces[i + 1]) return [piece]
    if (isFirst(pieces, i) && isSender(pieces[i + 1])) return [piece]
    return isAlone
      ? [moveToField(piece, piece.topics, 'from', true)]
      : [splitPiece(chart, piece, piece.from, end, 'from'), splitRest(chart, piece, end)]
  })
}

/** `my landlady Mrs Quist`, `the teacher Miss Adebayo`: where the name begins, or the end. */
function findNamedRole(chart: Chart, { from, to }: TestPiece): number {
  let at = from
  while (at < to && !isNameLike(chart, at) && (hasKind(chart, chart.tokens[at], 'role') || hasKind(chart, chart.tokens[at], 'kin'))) at += 1
  if (at === from) return to
  while (at < to && hasKind(chart, chart.tokens[at], 'article')) at += 1
  return chart.tokens.slice(at, to).every((_, i) => isNameLike(chart, at + i) && !hasKind(chart, chart.tokens[at + i], 'noun')) ? at : to
}

/** Nothing but words like `please` stands before it. */
const isFirst = (pieces: PlacedPiece[], at: number): boolean =>
  pieces.slice(0, at).every(piece => piece.is === 'filler' && piece.to === 0) && pieces[at]?.from === 0

/** `Chargebacks from Tarnwick`: the sender follows, so the capital is only that of the first word. */
const isSender = (piece: PlacedPiece | undefined): boolean =>
  piece !== undefined && isTestPiece(piece) && piece.field === 'from' && !piece.isNot

/** `Tarnwick invoices and receipts` */
function splitNameOfList(chart: Chart, piece: TestPiece & { topics: Phrase[] }): PlacedPiece[] {
  const [first, ...others] = piece.topics
  const end = chart.tokens.findIndex(token => first !== undefined && token.start >= first.end)
  let at = piece.from
  while (at < end && isNameLike(chart, at) && !(hasKind(chart, chart.tokens[at], 'noun') && at === piece.from)) at += 1
  if (at === end && areNames(chart, piece)) return [moveToField(piece, piece.topics, 'from', true)]
  if (at === piece.from || at === end) return [piece]
  const named = splitPiece(chart, piece, piece.from, at, 'from')
  const thing = splitPiece(chart, { ...piece, topics: piece.topics.slice(0, 1) }, at, end, 'any')
  const tests = [...thing.tests, ...others.map(topic => textTest('any', 'contains', topic.forms))]
  return [named, { ...thing, to: piece.to, end: piece.end, tests, topics: [...(thing.topics ?? []), ...others] }]
}

/** `Recambios Luz o Motorfin`: each word has a capital. */
const areNames = (chart: Chart, { from, to }: TestPiece): boolean =>
  chart.tokens
    .slice(from, to)
    .every((token, i) => token.kind !== 'word' || isNameLike(chart, from + i) || isSmall(chart, from + i, 'and', 'or'))

/** `flights to Rome`, `the office in Leeds`: a place, not a sender. */
const followsPreposition = (chart: Chart, at: number): boolean =>
  hasKind(chart, chart.tokens[at - 1], 'stop') && !isSmall(chart, at - 1, 'from', 'and', 'or', 'the', 'of', 'on', 'that')

/** `Tarnwick invoices` names what the emails are about; `Tarnwick wibbled` does not. */
function splitRest(chart: Chart, piece: TestPiece, from: number): PlacedPiece {
  const rest = splitPiece(chart, piece, from, piece.to, 'any')
  const isNoun = chart.tokens.slice(from, piece.to).some(token => isKnownNoun(chart, token))
  return isNoun ? rest : { is: 'unused', ...copySpan(rest) }
}

function splitPiece(chart: Chart, piece: TestPiece, from: number, to: number, field: TextField): TestPiece {
  const [start, end] = [chart.tokens[from]?.start ?? 0, chart.tokens[to - 1]?.end ?? 0]
  const text = chart.sentence.slice(start, end).toLocaleLowerCase('en')
  const forms = piece.topics?.[0]?.forms ?? []
  const words = to - from
  const value = field === 'any' ? forms.map(form => form.split(' ').slice(-words).join(' ')) : [text]
  const topic: Phrase = { start, end, raw: text, forms: value, isQuoted: false }
  return { ...piece, start, end, from, to, field, tests: [textTest(field, 'contains', value)], topics: [topic] }
}

/** `CI mails from Buildotter`, `bank alerts from Northgale`: a word that describes the sender need not occur in the emails. */
export function dropDescriptions(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  const isNamed = pieces.some(piece => isTestPiece(piece) && !piece.isNot && (piece.field === 'from' || piece.field === 'sender_domain'))
  if (!isNamed) return pieces
  return pieces.flatMap((piece, i): PlacedPiece[] => {
    if (!isBareTopic(piece, chart) || !hasKind(chart, chart.tokens[piece.from], 'kind') || piece.topics.length > 1) return [piece]
    const [before, next] = [pieces.findLast((other, j) => j < i && other.is !== 'filler'), pieces[i + 1]]
    if (before?.is === 'join' && before.isNot) return [piece]
    const isNoun = next && ((next.is === 'filler' && next.why === 'mail') || (isTestPiece(next) && next.field === 'newsletter'))
    const isOfMail = piece.to - piece.from === 1 && isNoun === true
    if (isOfMail) return [{ is: 'filler', why: 'describes_sender', ...copySpan(piece) }]
    if (piece.to - piece.from === 1) return [piece]
    // `build failed`: what happened is no noun that `build` describes.
    if (chart.lexicon.actionEndings?.test(chart.words[piece.to - 1] ?? '') === true) return [piece]
    const rest = splitPiece(chart, piece, piece.from + 1, piece.to, 'any')
    return [{ is: 'filler', why: 'describes_sender', start: piece.start, end: rest.start, from: piece.from, to: rest.from }, rest]
  })
}

/** `from the Grainhall market report`: what stands right behind a name with its article belongs to the name, in a way that is not known. */
export function askAboutTails(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  return pieces.map((piece, i): PlacedPiece => {
    const before = pieces[i - 1]
    const isNamed = before !== undefined && isTestPiece(before) && before.field === 'from' && isSmall(chart, before.from, 'from')
    const isTail = isNamed && isSmall(chart, before.from + 1, 'the') && isBareTopic(piece, chart) && !piece.topics[0]?.isQuoted
    return isTail && piece.from === before.to ? { is: 'unused', ...copySpan(piece) } : piece
  })
}

/** `كل ما يخص أولادي`, about my children: in a language that writes `my` onto the noun, relatives are people that only the user knows. */
export function askAboutRelatives(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  if (chart.lexicon.splits.article === null) return pieces
  return pieces.map((piece): PlacedPiece => {
    const isOne = isTestPiece(piece) && piece.field === 'any' && piece.topics?.length === 1 && !piece.topics[0]?.isQuoted
    const isRelative = isOne && hasKind(chart, chart.tokens[piece.to - 1], 'kin') && piece.topics?.[0]?.raw.includes(' ') === false
    return isRelative
      ? { is: 'ask', code: 'role', about: 'from', tests: [{ hole: 'names' }], word: piece.topics?.[0]?.raw ?? '', ...copySpan(piece) }
      : piece
  })
}

/** `my boss dana@x.example`: a role beside its address needs no question. */
export function dropDescribedRoles(pieces: PlacedPiece[]): PlacedPiece[] {
  return pieces.map((piece, i): PlacedPiece => {
    const isRole = piece.is === 'ask' && piece.code === 'role'
    const isNamed = isRole && isAddress(findNeighbor(pieces, i))
    return isNamed ? { is: 'filler', why: 'describes_sender', ...copySpan(piece) } : piece
  })
}

const isAddress = (piece: PlacedPiece | undefined): boolean =>
  piece !== undefined &&
  isTestPiece(piece) &&
  piece.tests.some(test => 'field' in test && test.operator === 'is' && (test.field === 'from' || test.field === 'sender_domain'))

/** The next piece that means something; a comma may stand between. */
const findNeighbor = (pieces: PlacedPiece[], at: number): PlacedPiece | undefined =>
  pieces.find((piece, i) => i > at && piece.is !== 'filler' && !(piece.is === 'join' && piece.how === 'comma'))

/** `forward mails from Ada to my wife`: mail goes to the user's own phones, not to others. */
export function refuseOtherPeople(pieces: PlacedPiece[], chart: Chart): PlacedPiece[] {
  const forwards = pieces.some(piece => piece.is === 'filler' && piece.why === 'forward' && piece.from === 0)
  if (!forwards || !pieces.some(piece => isTestPiece(piece))) return pieces
  return pieces.map(
    (piece, i): PlacedPiece =>
      (piece.is === 'ask' && piece.isRecipient) || isTarget(pieces, i, chart)
        ? { is: 'missing', code: 'elsewhere', ...copySpan(piece) }
        : piece,
  )
}

/** `forward everything from Ada to ben@x.example`: where it shall go, not where it came in. */
function isTarget(pieces: PlacedPiece[], at: number, chart: Chart): boolean {
  const piece = pieces[at]
  const before = pieces.findLast((other, i) => i < at && other.is !== 'filler')
  const isBare = piece !== undefined && isTestPiece(piece) && piece.field === 'recipient' && piece.to - piece.from === 2
  return isBare && piece.to === chart.tokens.length && before !== undefined && isTestPiece(before) && isSmall(chart, before.from, 'from')
}
