// Decides whether bare words may be what the emails are about: only where a noun is expected, else they are unused.
import { type Chart, type ChartMatch, findBestRule, readPart } from './chart.ts'
import { hasKind, isKnownNoun, isNameLike } from './parts/edges.ts'
import { isSmall } from './parts/lookup.ts'
import type { Phrase, PhraseList, PlacedPiece } from './pieces.ts'

/** The longest list of topics here, if its first is expected. */
export const findExpectedTopics = (chart: Chart, at: number, pieces: PlacedPiece[]): ChartMatch<PhraseList> | undefined =>
  readPart(chart, 'topics', at).find(({ end, value }) => {
    const [first, ...others] = value.items
    // `Delphine and Anselm` are senders, not topics.
    if (others.length > 0 && isNameLike(chart, at) && !(first && endsInNoun(chart, first))) return false
    return first !== undefined && isExpected(chart, first, at, others.length === 0 ? end : findWords(chart, first).to, pieces)
  })

/** `Tarnwick invoices and receipts`: the name is only the first word. */
function endsInNoun(chart: Chart, first: Phrase): boolean {
  const { from, to } = findWords(chart, first)
  return to - from > 1 && !isNameLike(chart, to - 1) && isKnownNoun(chart, chart.tokens[to - 1])
}

function isExpected(chart: Chart, item: Phrase, at: number, end: number, pieces: PlacedPiece[]): boolean {
  const { from, to } = findWords(chart, item)
  if (item.isQuoted || isNameLike(chart, from)) return true
  // `avisos de helada`: behind `de` stands a noun.
  if (isAction(chart, to - 1) && to - from > 1 && !isSmall(chart, to - 2, 'of', 'the')) return false
  const isBeforeMail = chart.lexicon.isHeadLast && hasKind(chart, chart.tokens[end], 'mail')
  if (isBeforeMail && (from > 0 || to - from > 1) && isNounPlace(chart, at, pieces)) return true
  // `send just the text`: a part of each email is nothing that tells it from others.
  if (to - from === 1 && isSmall(chart, from, 'part') && !hasKind(chart, chart.tokens[end], 'mail')) return false
  if (isSmall(chart, from - 1, 'pronoun') && !isKnownNoun(chart, chart.tokens[from])) return false
  if (isVerbAfterWhen(chart, from) || isClauseAfterWhen(chart, from, to)) return false
  const known = chart.tokens.slice(from, to).findIndex(token => isKnownNoun(chart, token))
  if (known >= 0) return !isInPhrase(chart, at, pieces)
  if (followsWords(pieces)) return true
  if (from === 0 && to === chart.tokens.length && to > 1) return false
  return isNounPlace(chart, at, pieces) && !isAction(chart, to - 1) && (pieces.length > 0 || endsBeforeSmall(chart, to))
}

/** `… from Ada in seconds`: a noun behind a preposition says when or how, unless it is what the emails are about. */
const isInPhrase = (chart: Chart, at: number, pieces: PlacedPiece[]): boolean =>
  isSmall(chart, at - 1, 'in') && pieces.some(piece => piece.is === 'test' && piece.topics === undefined)

/** `cuando me ingresen la nómina`: what follows at once is a verb. */
const isVerbAfterWhen = (chart: Chart, at: number): boolean =>
  !isKnownNoun(chart, chart.tokens[at]) &&
  (isSmall(chart, at - 1, 'when') || (hasKind(chart, chart.tokens[at - 1], 'stop') && isSmall(chart, at - 2, 'when')))

/** `when sales drop`, `cuando la leche baje`: a noun and what it does, not what the emails are about. */
function isClauseAfterWhen(chart: Chart, from: number, to: number): boolean {
  const start = isSmall(chart, from - 1, 'the', 'some') ? from - 1 : from
  const isPlain = isSmall(chart, start - 1, 'when') && to - from > 1 && !isNameLike(chart, from)
  return isPlain && !isNameLike(chart, to - 1) && !(isKnownNoun(chart, chart.tokens[to - 1]) && isKnownNoun(chart, chart.tokens[from]))
}

/** An unknown word that ends like a verb or adverb. */
const isAction = (chart: Chart, at: number): boolean =>
  chart.lexicon.actionEndings?.test(chart.words[at] ?? '') === true && !isKnownNoun(chart, chart.tokens[at])

/** At the start, after `send me`, and after `except`, `not` and `or`: not behind what is already a filter. */
function isNounPlace(chart: Chart, at: number, pieces: PlacedPiece[]): boolean {
  // `mails that originate from …`: a verb follows.
  if (isSmall(chart, at - 1, 'that') || (isSmall(chart, at - 2, 'that') && isDenied(pieces))) return false
  const before = pieces.findLast(piece => piece.is !== 'filler' && piece.is !== 'scope')
  if (!before) return true
  const hasArticle = isSmall(chart, at, 'some', 'the') || isSmall(chart, at - 1, 'some', 'the')
  return (
    before.is === 'join' &&
    ((before.isNot && (before.how !== 'unless' || hasArticle)) || before.how === 'or' || isSmall(chart, at - 1, 'or'))
  )
}

/** `que no traigan …`: a verb follows here too. */
function isDenied(pieces: PlacedPiece[]): boolean {
  const before = pieces.at(-1)
  return before?.is === 'join' && before.isNot && before.how === 'but'
}

/** `subject includes critical but not resolved` */
function followsWords(pieces: PlacedPiece[]): boolean {
  const [before, join] = [pieces.findLast(piece => piece.is === 'test'), pieces.findLast(piece => piece.is !== 'filler')]
  return join?.is === 'join' && join.isNot && before?.is === 'test' && before.topics !== undefined
}

/** A verb would be followed by its object: a noun comes before the end, a mark or a small word. */
function endsBeforeSmall(chart: Chart, at: number): boolean {
  const next = chart.tokens[at]
  return !next || next.kind === 'mark' || hasKind(chart, next, 'stop') || isSmall(chart, at, 'of', 'from') || startsTime(chart, at)
}

const timeRules = new Set(['weekday', 'hours', 'hoursafter', 'hoursbefore', 'night', 'since', 'until', 'onday', 'moment'])

const startsTime = (chart: Chart, at: number): boolean => timeRules.has(findBestRule(chart, at)?.rule.name ?? '')

function findWords(chart: Chart, { start, end }: Phrase): { from: number; to: number } {
  const from = chart.tokens.findIndex(token => token.start >= start)
  const to = chart.tokens.findIndex(token => token.start >= end)
  return { from: Math.max(0, from), to: to < 0 ? chart.tokens.length : to }
}
