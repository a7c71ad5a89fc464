// Matches topics and words to search for.
import { type Chart, type ChartMatch, findBestRule, findStrongRule, readPart, remember } from '../chart.ts'
import type { Phrase, PhraseList } from '../pieces.ts'
import { hasKind, isCapital, isEdge, isKnownNoun, isNameLike, isPeriodOfNoun, sliceText, startsDays, toSearchWord } from './edges.ts'
import { isSmall, lookUp, matchList, skipJoin, skipSmall } from './lookup.ts'

const maxTopicWords = 8

/** What an email is about: `the boiler or the heating`. */
export function matchTopics(chart: Chart, at: number): ChartMatch<PhraseList>[] {
  const start = skipSmall(chart, at, 'both', 'either')
  const isBoth = isSmall(chart, at, 'both')
  const lists = matchList(chart, start, (span, isFirst) => matchTopic(chart, span, isFirst, start))
  return lists
    .filter(({ value }) => !isMixed(chart, value))
    .map(({ end, value }) => ({
      end,
      value: {
        items: value,
        isBoth: isBoth || (value.every(item => item.isQuoted) && areJoinedByAnd(chart, value, start)),
        isAnd: value.length > 1 && areJoinedByAnd(chart, value, start),
      },
    }))
}

function matchTopic(chart: Chart, at: number, isFirst: boolean, listStart: number): ChartMatch<Phrase> | null {
  const found = remember(chart.topics, at, () => matchQuoted(chart, at) ?? matchTopicWords(chart, at))
  if (found === null || isFirst || found.value.isQuoted) return found
  return continuesTopics(chart, at, findTopicStart(chart, at), found.end, isCapital(chart.tokens[listStart])) ? found : null
}

function matchTopicWords(chart: Chart, at: number): ChartMatch<Phrase> | null {
  const start = findTopicStart(chart, at)
  const end = Math.max(
    findPhraseEnd(chart, start, isPeriodOfNoun(chart, start) ? start + 1 : start),
    start > at && isVerbAsNoun(chart, start) ? start + 1 : 0,
  )
  return end > start ? { end, value: toPhrase(chart, start, end) } : null
}

function findTopicStart(chart: Chart, at: number): number {
  let start = at
  while (hasKind(chart, chart.tokens[start], 'article') || hasKind(chart, chart.tokens[start], 'possessive')) start += 1
  return start
}

/** `about Lisbon or Porto` */
const listStartsAfterSmall = (chart: Chart, at: number): boolean => isSmall(chart, at - 1, 'or', 'and')

/** `about the move`: after an article, a word that could be a verb is a noun. */
function isVerbAsNoun(chart: Chart, at: number): boolean {
  const rule = findStrongRule(chart, at)
  const isVerb = rule?.end === at + 1 && (rule.rule.name === 'filler' || rule.rule.name === 'forward')
  const isPlain = (['stop', 'mail', 'article'] as const).every(kind => !hasKind(chart, chart.tokens[at], kind))
  return isVerb && isPlain && isSmall(chart, at - 1, 'the')
}

/** After a comma an unknown word is another topic only if `and` or `or` closes the list: what follows may be an action. */
function continuesTopics(chart: Chart, at: number, start: number, end: number, isOfNames: boolean): boolean {
  const isAction = chart.lexicon.actionEndings?.test(chart.words[end - 1] ?? '') === true && !isKnownNoun(chart, chart.tokens[end - 1])
  if (isAction || startsHiding(chart, start) || startsDays(chart, start)) return false
  if (chart.tokens.slice(start, end).some(token => isKnownNoun(chart, token))) return true
  if (isCapital(chart.tokens[start])) return isOfNames && listStartsAfterSmall(chart, at)
  return chart.words[at - 1] !== ',' || skipJoin(chart, end) !== null
}

/** `mentioning overdraft, card numbers masked` */
const startsHiding = (chart: Chart, at: number): boolean =>
  readPart(chart, 'redact', at).length > 0 && findBestRule(chart, at)?.rule.name === 'redact'

/** Literal words: `final notice`, `[FAILED]`; any word may come first. */
export function matchLiterals(chart: Chart, at: number): ChartMatch<PhraseList>[] {
  const start = skipSmall(chart, at, 'both', 'either')
  const found = matchList(chart, start, (span, isFirst) =>
    isFirst || continuesList(chart, span) ? matchLiteralOnce(chart, skipSmall(chart, span, 'the', 'of')) : null,
  )
  return found.map(({ end, value }) => ({
    end,
    value: { items: value, isBoth: isSmall(chart, at, 'both') || areJoinedByAnd(chart, value, start) },
  }))
}

export const matchQuote = (chart: Chart, at: number): ChartMatch<PhraseList>[] =>
  matchList(chart, at, span => matchQuoted(chart, span)).map(({ end, value }) => ({ end, value: { items: value, isBoth: false } }))

/** `a and b or c` is no list. */
function isMixed(chart: Chart, items: Phrase[]): boolean {
  if (!items.some(item => item.isQuoted)) return false
  const joins = items.slice(1).flatMap(item => chart.tokens.findIndex(token => token.start >= item.start) - 1)
  const kinds = (['and', 'or'] as const).filter(kind => joins.some(i => isSmall(chart, i, kind) || isSmall(chart, i - 1, kind)))
  return kinds.length > 1
}

/** `“lease” and “unit 4”`: words joined by `and` must all occur. */
function areJoinedByAnd(chart: Chart, items: Phrase[], at: number): boolean {
  const [from, to] = [items[0]?.end ?? 0, items.at(-1)?.start ?? 0]
  let isAnd = false
  for (let i = at; (chart.tokens[i]?.end ?? Infinity) <= to; i++) {
    if ((chart.tokens[i]?.start ?? 0) < from) continue
    if (isSmall(chart, i, 'or')) return false
    isAnd ||= isSmall(chart, i, 'and')
  }
  return isAnd
}

/** Includes the colon of `Re:`, if nothing follows that it could introduce. */
function skipColon(chart: Chart, at: number): number {
  const [before, colon, next] = [chart.tokens[at - 1], chart.tokens[at], chart.tokens[at + 1]]
  return colon?.text === ':' && colon.start === before?.end && (!next || next.kind === 'mark' || isSmall(chart, at + 1, 'or', 'and'))
    ? at + 1
    : at
}

/** After a comma or `and` something else may begin; after `or` rarely. */
function continuesList(chart: Chart, at: number): boolean {
  if (isSmall(chart, at - 1, 'or') || chart.tokens[at]?.kind === 'quoted') return true
  const isVerb = chart.lexicon.actionEndings?.test(chart.words[at] ?? '') === true && !isKnownNoun(chart, chart.tokens[at])
  if (isEdge(chart, at) || isVerb) return false
  const end = findPhraseEnd(chart, at, at + 1)
  return chart.words[at - 1] !== ',' || skipJoin(chart, end) !== null
}

const matchLiteralOnce = (chart: Chart, at: number): ChartMatch<Phrase> | null =>
  remember(chart.literals, at, () => matchLiteral(chart, at))

function matchLiteral(chart: Chart, at: number): ChartMatch<Phrase> | null {
  const quoted = matchQuoted(chart, at)
  if (quoted) return quoted
  const closing = chart.tokens[at]?.text === 'lpar' ? chart.tokens.findIndex((token, i) => i > at && token.text === 'rpar') : -1
  if (closing > at) return { end: closing + 1, value: toPhrase(chart, at, closing + 1) }
  const first = chart.tokens[at]
  if (!first || first.kind === 'mark' || hasKind(chart, first, 'stop') || hasKind(chart, first, 'mail')) return null
  const end = skipColon(chart, findPhraseEnd(chart, at, at + 1))
  return { end, value: toPhrase(chart, at, end, true) }
}

/** The end of the phrase; `codes of conduct` and `código de acceso` are one phrase. */
function findPhraseEnd(chart: Chart, start: number, from: number): number {
  let end = from
  while (end < start + maxTopicWords) {
    const fixed = lookUp(chart, end, chart.lexicon.dictionary.phrases)
    if (fixed) end = fixed.end
    else if (end > start && (isAdverb(chart, end) || isForeignName(chart, start, end))) break
    else if (!isEdge(chart, end) && !(end > start && startsDays(chart, end))) end += 1
    else if (end > start && isJoint(chart, end)) end = skipSmall(chart, end + 1, 'the') + 1
    else break
  }
  return end
}

/** In a script without capitals, a word with one is a name. */
const isForeignName = (chart: Chart, start: number, at: number): boolean =>
  /^\p{Lo}/u.test(chart.tokens[start]?.raw ?? '') && isCapital(chart.tokens[at])

/** Not `assembly`, which the lists know. */
const isAdverb = (chart: Chart, at: number): boolean =>
  chart.lexicon.adverbEnding?.test(chart.words[at] ?? '') === true && !chart.lexicon.vocabulary.has(chart.words[at] ?? '')

/** An `of` that no rule claims, followed by an ordinary word. */
function isJoint(chart: Chart, at: number): boolean {
  const rule = findStrongRule(chart, at)
  const isOf = isSmall(chart, at, 'of') && (rule === null || (rule.rule.name === 'filler' && rule.end <= at + 2))
  return isOf && !isEdge(chart, skipSmall(chart, at + 1, 'the'))
}

function matchQuoted(chart: Chart, at: number): ChartMatch<Phrase> | null {
  const token = chart.tokens[at]
  if (token?.kind !== 'quoted' || token.raw.trim() === '') return null
  return {
    end: at + 1,
    value: { start: token.start, end: token.end, raw: token.raw.trim(), forms: [toSearchWord(token.raw.trim())], isQuoted: true },
  }
}

export function toPhrase(chart: Chart, from: number, to: number, isLiteral = false): Phrase {
  const raw = sliceText(chart, from, to)
  // `Leeds` is no plural.
  const isName = from > 0 && isNameLike(chart, to - 1) && !isKnownNoun(chart, chart.tokens[to - 1])
  const forms = isName ? [toSearchWord(raw)] : chart.lexicon.forms(toSearchWord(raw))
  const span = { start: chart.tokens[from]?.start ?? 0, end: chart.tokens[to - 1]?.end ?? 0 }
  return { ...span, raw, forms: isLiteral ? [...new Set([...forms, toSearchWord(raw)])] : forms, isQuoted: false }
}
