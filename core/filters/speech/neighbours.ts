// Pieces that mean another thing beside their neighbours.
import type { Redaction } from '../action.ts'
import type { TextField, Weekday } from '../tree.ts'
import type { Chart } from './chart.ts'
import { isKind, isNameLike } from './parts/edges.ts'
import { type Draft, type Phrase, type Placed, textTest } from './pieces.ts'

type TestPiece = Placed & { is: 'test' }

export function settleNeighbours(chart: Chart, pieces: Placed[]): Placed[] {
  const steps = [
    hiddenThings,
    digestTimes,
    sizesOfFiles,
    withoutVagueSizes,
    narrowed,
    spanishSenders,
    allBut,
    inherited,
    bareNames,
    withoutDescriptions,
  ]
  return steps.reduce((before, step) => step(before, chart), pieces)
}

/** `codes, hide them` */
function hiddenThings(pieces: Placed[]): Placed[] {
  const words = pieces.flatMap(piece => (isTest(piece) ? (piece.topics ?? []).flatMap(topic => topic.forms) : [])).join(' ')
  const named: Redaction[] = [
    ...(/card|tarjeta/.test(words) ? ['cards' as const] : []),
    ...(/iban|account|cuenta|transfer/.test(words) ? ['ibans' as const] : []),
  ]
  const what: Redaction[] = named.length > 0 ? named : ['codes']
  return pieces.map(
    (piece): Placed => (piece.is === 'hidden' ? { ...placeOf(piece), is: 'action', action: { kind: 'redact', what } } : piece),
  )
}

/** `a weekly digest of … on Sunday`, `a daily one … at 7`: when the digest goes. */
function digestTimes(pieces: Placed[]): Placed[] {
  const digest = pieces.find(piece => piece.is === 'action' && piece.action.kind === 'digest')
  const said = digest?.is === 'action' && digest.action.kind === 'digest' ? digest.action : null
  const isDay = (piece: Placed): boolean => isTest(piece) && dayOf(piece) !== undefined && said?.every === 'week' && said.on === undefined
  const at = pieces.find(piece => piece.is === 'moment')
  const on = pieces.find(isDay)
  const day = on && isTest(on) ? dayOf(on) : undefined
  return pieces.map((piece): Placed => {
    if (said && piece === digest)
      return { ...piece, is: 'action', action: { ...said, ...(at?.is === 'moment' && { at: at.at }), ...(day && { on: day }) } }
    if (said && piece.is === 'ask' && piece.code === 'how_often') return { ...placeOf(piece), is: 'filler', why: 'filler' }
    if (piece === on) return { ...placeOf(piece), is: 'filler', why: 'filler' }
    if (piece.is !== 'moment') return piece
    return said
      ? { ...placeOf(piece), is: 'filler', why: 'filler' }
      : { ...placeOf(piece), is: 'ask', code: 'hours', about: 'hour', tests: [{ hole: 'hours' }] }
  })
}

function dayOf({ tests }: TestPiece): Weekday | undefined {
  const [test] = tests
  return test && 'field' in test && test.field === 'weekday' && test.days.length === 1 ? test.days[0] : undefined
}

/** `attachments over 5 MB`: the size is of the attachment. */
function sizesOfFiles(pieces: Placed[]): Placed[] {
  return pieces.flatMap((piece, i): Placed[] => {
    if (!isTest(piece) || (piece.field !== 'size' && piece.field !== 'attachment')) return [piece]
    const next = pieces.find((other, j) => j > i && (other.is !== 'filler' || other.why === 'mail'))
    const before = pieces.findLast((other, j) => j < i && (other.is !== 'filler' || other.why === 'mail'))
    if (isTest(piece) && piece.field === 'size' && before && isTest(before) && isFile(before)) {
      return [{ ...piece, field: 'attachment_size', tests: piece.tests.map(ofFile) }]
    }
    const isAny = isTest(piece) && piece.field === 'attachment' && !piece.isNot
    return isAny && next && isTest(next) && next.field === 'size' ? [{ is: 'filler', why: 'filler', ...placeOf(piece) }] : [piece]
  })
}

const isFile = (piece: TestPiece): boolean => !piece.isNot && (piece.field === 'attachment' || piece.field === 'attachment_type')

const ofFile = (test: Draft): Draft =>
  'field' in test && test.field === 'size' ? { field: 'attachment_size', operator: test.operator, bytes: test.bytes } : test

/** `small mails under 20 kB` leaves nothing to ask. */
function withoutVagueSizes(pieces: Placed[]): Placed[] {
  const isTimed = pieces.some(piece => isTest(piece) && piece.field === 'hour')
  const isSized = pieces.some(piece => isTest(piece) && (piece.field === 'size' || piece.field === 'attachment_size'))
  return pieces.map((piece): Placed => {
    const isAnswered = piece.is === 'ask' && ((isSized && /size$/.test(piece.code)) || (isTimed && piece.code === 'hours'))
    return isAnswered ? { is: 'filler', why: 'filler', ...placeOf(piece) } : piece
  })
}

/** `… but only in the body` */
function narrowed(pieces: Placed[]): Placed[] {
  return pieces.map((piece, i): Placed => {
    const next = isTest(piece) ? pieces.find((other, j) => j > i && other.is === 'narrow') : undefined
    if (next?.is === 'narrow' && isTest(piece) && piece.topics && piece.field === 'any') return inField(piece, piece.topics, next.field)
    return piece.is === 'narrow' ? { is: 'filler', why: 'filler', ...placeOf(piece) } : piece
  })
}

/** `correos de menos de 20 kB del monitor`: behind anything but a topic, a Spanish of names the sender. */
function spanishSenders(pieces: Placed[], chart: Chart): Placed[] {
  if (chart.lexicon.language !== 'es') return pieces
  return pieces.map((piece, i): Placed => {
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
function allBut(pieces: Placed[], chart: Chart): Placed[] {
  const isOfAll = ['all', 'every', 'any', 'each', 'everything', 'todos', 'todas', 'todo', 'cualquier'].includes(chart.tokens[0]?.text ?? '')
  return pieces.map((piece, i): Placed => {
    const next = pieces[i + 1]
    const isBut = isOfAll && piece.is === 'join' && piece.how === 'but' && !piece.isNot
    return isBut && next && isBareTopic(next, chart) ? { ...piece, how: 'except', isNot: true } : piece
  })
}

/** `"offer" in the subject but not "sale"`: words after a not are looked for where those before it were. */
function inherited(pieces: Placed[], chart: Chart): Placed[] {
  return pieces.map((piece, i): Placed => {
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

/** `Tarnwick invoices`, `everything but Tarnwick`: a name that stands alone is a sender's. */
function bareNames(pieces: Placed[], chart: Chart): Placed[] {
  return pieces.flatMap((piece, i): Placed[] => {
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
function withoutDescriptions(pieces: Placed[], chart: Chart): Placed[] {
  const isNamed = pieces.some(piece => isTest(piece) && !piece.isNot && (piece.field === 'from' || piece.field === 'sender_domain'))
  if (!isNamed) return pieces
  return pieces.flatMap((piece, i): Placed[] => {
    if (!isBareTopic(piece, chart) || !isKind(chart, chart.tokens[piece.from], 'kind') || piece.topics.length > 1) return [piece]
    const next = pieces[i + 1]
    const isOfMail = piece.to - piece.from === 1 && next?.is === 'filler' && next.why === 'mail'
    if (isOfMail) return [{ is: 'filler', why: 'describes_sender', ...placeOf(piece) }]
    if (piece.to - piece.from === 1) return [piece]
    const rest = part(chart, piece, piece.from + 1, piece.to, 'any')
    return [{ is: 'filler', why: 'describes_sender', start: piece.start, end: rest.start, from: piece.from, to: rest.from }, rest]
  })
}

const isTest = (piece: Placed): piece is TestPiece => piece.is === 'test'

/** Words that no phrase around them gave a field. */
const isBareTopic = (piece: Placed, chart: Chart): piece is TestPiece & { topics: Phrase[] } =>
  piece.is === 'test' && piece.topics !== undefined && piece.field === 'any' && piece.topics[0]?.start === chart.tokens[piece.from]?.start

function inField(piece: TestPiece, topics: Phrase[], field: TextField, asName = false): TestPiece {
  return {
    ...piece,
    field,
    tests: topics.map(topic => textTest(field, 'contains', asName ? [topic.raw.toLocaleLowerCase('en')] : topic.forms)),
  }
}

const placeOf = ({ start, end, from, to }: Placed) => ({ start, end, from, to })
