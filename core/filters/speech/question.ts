// Chooses the one question to ask about a sentence.
import type { Span } from '../../text/spans.ts'
import type { Condition } from '../tree.ts'
import type { Chart } from './chart.ts'
import type { Clauses } from './clauses.ts'
import type { ComposedFilter } from './compose.ts'
import { listTestPaths } from './finish-condition.ts'
import { foldWord } from './fold.ts'
import type { SpeechQuestion } from './parsed-sentence.ts'
import { hasKind, isKnownNoun } from './parts/edges.ts'
import type { PlacedPiece } from './pieces.ts'

export interface PendingQuestion {
  about: string
  question: SpeechQuestion
  at: Span
}

export function findQuestion(
  chart: Chart,
  pieces: PlacedPiece[],
  clauses: Clauses,
  composed: ComposedFilter,
  condition: Condition | null,
): PendingQuestion | null {
  const asks = pieces.filter(piece => piece.is === 'ask')
  const [first] = asks
  const fullSpan = { start: 0, end: chart.sentence.length }
  const isBare = clauses.wanted.length === 0 && clauses.unwanted.length === 0
  if (first) {
    const isOneOfMany = first.code === 'important' && !isBare
    const about = isOneOfMany
      ? 'words'
      : [...new Set([...(isBare && needsCondition.has(first.code) ? ['condition'] : []), ...asks.map(ask => ask.about)])].join(', ')
    const values = first.word === undefined ? {} : { who: first.word }
    return { about, question: { code: isOneOfMany ? 'which_ones' : first.code, values }, at: { start: first.start, end: first.end } }
  }
  const unused = condition && askAboutUnused(chart, pieces, [...clauses.empty, ...listDangling(pieces)])
  if (unused) return unused
  if (condition && isTornBetween(pieces)) return { about: 'scope', question: { code: 'belongs_to', values: {} }, at: fullSpan }
  if (contradicts(clauses, condition)) return { about: 'scope', question: { code: 'condition', values: {} }, at: fullSpan }
  if (composed.isAmbiguous) return { about: 'scope', question: { code: 'belongs_to', values: {} }, at: fullSpan }
  const isLimited = pieces.some((piece, i) => piece.is === 'scope' && !isBehindNot(pieces, i))
  if (clauses.wanted.length === 0 && clauses.unwanted.length > 0 && !isLimited)
    return { about: 'scope', question: { code: 'all_else', values: {} }, at: fullSpan }
  if (condition === null)
    return {
      about: isQuiet(pieces) ? 'quiet' : 'condition',
      question: { code: isQuiet(pieces) ? 'quiet' : 'condition', values: {} },
      at: fullSpan,
    }
  return askAboutCommonName(chart, condition, fullSpan)
}

/** A word that was not understood may have been an action, such as hiding something: nothing is saved before it was asked about. */
function askAboutUnused(chart: Chart, pieces: PlacedPiece[], empty: PlacedPiece[]): PendingQuestion | null {
  const unused = pieces.filter(
    piece =>
      empty.includes(piece) ||
      (piece.is === 'unused' &&
        chart.tokens
          .slice(piece.from, piece.to)
          .some(token => token.kind !== 'mark' && (!hasKind(chart, token, 'stop') || isKnownNoun(chart, token)))),
  )
  const [first] = unused
  if (!first) return null
  const words = [...new Set(unused.map(({ start, end }) => chart.sentence.slice(start, end)))].join(', ')
  return { about: 'unused', question: { code: 'unused', values: { words } }, at: { start: first.start, end: first.end } }
}

/** `#urgent or !!!`: the other choice was not understood. */
function listDangling(pieces: PlacedPiece[]): PlacedPiece[] {
  const meant = pieces.filter(piece => piece.is !== 'filler' && !(piece.is === 'join' && piece.how === 'comma'))
  const last = meant.at(-1)
  return last?.is === 'join' && last.how === 'or' ? [last] : []
}

/** `do not forward anything from Acme`: whether all else is wanted is not said. */
function isBehindNot(pieces: PlacedPiece[], at: number): boolean {
  const before = pieces.findLast((piece, i) => i < at && piece.is !== 'filler')
  return before?.is === 'join' && before.isNot && before.how === 'but'
}

/** `from Acme and not from Acme`, `weekends and after 6pm on weekdays` can never match. */
function contradicts({ wanted, unwanted }: Clauses, condition: Condition | null): boolean {
  const keys = new Set(unwanted.map(each => JSON.stringify(each)))
  return wanted.some(item => keys.has(JSON.stringify(item.draft))) || hasNoDay(condition)
}

/** All tests must hold, and no weekday is in each of them. */
function hasNoDay(condition: Condition | null): boolean {
  if (condition === null || !('all' in condition)) return false
  const lists = condition.all.flatMap(each => ('field' in each && each.field === 'weekday' ? [each.days] : []))
  return lists.length > 1 && !lists[0]?.some(day => lists.every(days => days.includes(day)))
}

/** At once and in a digest: which of them is meant for which emails is not said. */
const isTornBetween = (pieces: PlacedPiece[]): boolean =>
  (['urgent', 'digest'] as const).every(kind => pieces.some(piece => piece.is === 'action' && piece.action.kind === kind))

const needsCondition = new Set(['how_many', 'how_often', 'night'])

const isQuiet = (pieces: PlacedPiece[]): boolean => pieces.some(piece => piece.is === 'action' && piece.action.kind === 'quiet')

/** `mail from Sam`: a common first name, and nothing else to tell people apart. */
function askAboutCommonName(chart: Chart, condition: Condition, at: Span): PendingQuestion | null {
  const tests = listTestPaths(condition)
  const [only] = tests
  if (tests.length !== 1 || !only || only.test.field !== 'from' || !('values' in only.test) || only.test.values.length > 1) return null
  const [name = ''] = only.test.values
  return chart.lexicon.words.given.has(foldWord(name))
    ? { about: 'from', question: { code: 'which_name', values: { who: name } }, at }
    : null
}
