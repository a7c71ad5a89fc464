// Tells the words that describe a sender from the name: the pharmacy Rosenhain, matron Oduya, companies.
import type { Chart } from '../chart.ts'
import type { SpeechToken } from '../tokens.ts'
import { hasKind, isCapital, isKnownNoun } from './edges.ts'
import { isSmall } from './lookup.ts'

export function countRoleWords(chart: Chart, start: number, end: number): number {
  let at = start
  while (at < end && hasKind(chart, chart.tokens[at], 'role')) at += 1
  // `my landlord Mr. Osgood`
  while (at > start && at < end - 1 && hasKind(chart, chart.tokens[at], 'article')) at += 1
  return at - start
}

/** `the pharmacy Rosenhain`: the trade is not part of the name that follows it. */
export function countTradeWords(chart: Chart, start: number, end: number): number {
  let at = start
  while (at < end && hasKind(chart, chart.tokens[at], 'kind')) at += 1
  return at - start
}

/** `the wedding planner Odile Frey`: small words before capitals only describe. */
export function countLowerWords(chart: Chart, start: number, end: number): number {
  const words = chart.tokens.slice(start, end)
  const first = words.findIndex(isCapital)
  const isPlain = first > 0 && words.slice(0, first).every(({ kind, raw }) => kind === 'word' && /^\p{Ll}+$/u.test(raw))
  return isPlain && words.slice(first).every(isCapital) && !words.slice(0, first).some((_, i) => isSmall(chart, start + i, 'of'))
    ? first
    : 0
}

/**
 * `المعلمة هدى`, `المشرف الأستاذ لبيب`: in a script without capitals, nouns with their article before one without it describe the name.
 * Where the name begins, or the end.
 */
export function findApposition({ lexicon, tokens }: Chart, from: number, to: number): number {
  const { article } = lexicon.splits
  if (article === null) return to
  let at = from
  while (at < to && tokens[at]?.raw.startsWith(article)) at += 1
  return at > from && at < to && /^\p{Lo}{3}/u.test(tokens[at]?.raw ?? '') ? at : to
}

/** `from matron Oduya`; but `from van Dyke` and `from ada Lovelace` are whole names. */
export const isPlainDescription = (chart: Chart, from: number, to: number): boolean =>
  chart.tokens.slice(from, to).every(token => token.raw.length > 3 && !hasKind(chart, token, 'given'))

/** `from tradesmen`, `de pacientes graves`: people of a kind, whose names only the user knows. */
export const isGroup = (chart: Chart, from: number, to: number): boolean =>
  to > from &&
  !hasCapital(chart, from, to) &&
  (isManyOfKind(chart, from) ||
    (chart.lexicon.groupEnding?.test(chart.tokens[from]?.raw ?? '') === true && !isKnownNoun(chart, chart.tokens[from])))

/** `from companies`: more than one of what senders can be. */
function isManyOfKind({ lexicon, tokens }: Chart, at: number): boolean {
  const text = tokens[at]?.text ?? ''
  return (
    lexicon.isHeadLast && lexicon.forms(text).some(form => form !== text && (lexicon.words.kind.has(form) || lexicon.words.role.has(form)))
  )
}

/** A capital, or a script that has none. */
export const mayBeName = (token: SpeechToken | undefined): boolean => isCapital(token) || /^\p{Lo}/u.test(token?.raw ?? '')

export const hasCapital = (chart: Chart, from: number, to: number): boolean => chart.tokens.slice(from, to).some(isCapital)
