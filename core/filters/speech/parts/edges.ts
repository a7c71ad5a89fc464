// Decides where a name or a topic ends.
import { type Chart, findBestRule, findStrongRule, readPart, remember } from '../chart.ts'
import type { WordKind } from '../lexicon.ts'
import type { SpeechToken } from '../tokens.ts'
import { isSmall, skipMark, skipSmall } from './lookup.ts'

export const hasKind = (chart: Chart, token: SpeechToken | undefined, kind: WordKind): boolean =>
  token?.kind === 'word' && chart.lexicon.words[kind].has(token.text)

/** No name or topic continues here: another phrase begins, or the sentence ends. */
export const isEdge = (chart: Chart, at: number): boolean => remember(chart.edges, at, () => endsPhrase(chart, at))

function endsPhrase(chart: Chart, at: number): boolean {
  const token = chart.tokens[at]
  if (!token || (token.kind !== 'word' && token.kind !== 'number')) return true
  if (hasKind(chart, token, 'stop') || startsOtherRule(chart, at)) return true
  return (
    readPart(chart, 'kinds', at).length > 0 || readPart(chart, 'clock', at).length > 0 || startsHours(chart, at) || startsLimit(chart, at)
  )
}

const actionRules = new Set([
  'urgent',
  'hourly',
  'daily',
  'dailyplain',
  'weekly',
  'weeklyplain',
  'redact',
  'loosehide',
  'atmost',
  'quiet',
  'showheaders',
])

/** Something to do begins here. */
export const startsAction = (chart: Chart, at: number): boolean => actionRules.has(findStrongRule(chart, at)?.rule.name ?? '')

const periodRules = new Set(['hourly', 'daily', 'dailyplain', 'weekly', 'weeklyplain'])

/** `weekly report emails`, `the weekly market report`: what comes each week, not how often to send it. */
export function isPeriodOfNoun(chart: Chart, at: number): boolean {
  const match = findStrongRule(chart, at)
  if (match === null || match.end !== at + 1 || !periodRules.has(match.rule.name) || findStrongRule(chart, at + 1) !== null) return false
  const [period, next] = [chart.tokens[at], chart.tokens[at + 1]]
  if (!isKnownNoun(chart, period) || hasKind(chart, next, 'mail')) return false
  return (
    isKnownNoun(chart, next) ||
    (isSmall(chart, at - 1, 'the', 'some') && isKnownNoun(chart, chart.tokens[at + 2]) && !isEdge(chart, at + 1))
  )
}

/** `22h to 6h`, `9am–5pm` */
const startsHours = (chart: Chart, at: number): boolean =>
  chart.tokens[at]?.kind === 'number' &&
  readPart(chart, 'time', at).some(({ end }) => {
    const next = skipSmall(chart, skipMark(chart, end, '-', '–', '—'), 'until')
    return next > end && chart.tokens[next]?.kind === 'number' && readPart(chart, 'time', next).length > 0
  })

/** `5 an hour at most` */
const startsLimit = (chart: Chart, at: number): boolean =>
  chart.tokens[at]?.kind === 'number' && findBestRule(chart, at)?.rule.name === 'atmost'

/** A day at the end of its phrase is when the emails arrive: `alerts Saturday`, but not `saturday market`. */
export const startsDays = (chart: Chart, at: number): boolean =>
  readPart(chart, 'days', at).some(({ end }) => isEdge(chart, end) || chart.tokens[end]?.kind === 'mark')

/** `our landlord` starts a question about who that is, unless the name follows. */
function startsOtherRule(chart: Chart, at: number): boolean {
  const match = findStrongRule(chart, at)
  return match !== null && !(match.rule.name === 'family' && isCapital(chart.tokens[match.end]))
}

/** A noun that the language's lists know, in any form. */
export const isKnownNoun = (chart: Chart, token: SpeechToken | undefined): boolean =>
  token?.kind === 'word' && remember(chart.nouns, token.text, () => isNoun(chart, token.text))

const isNoun = (chart: Chart, text: string): boolean =>
  [text, ...chart.lexicon.forms(text)].some(word =>
    (['noun', 'kind', 'role', 'telling'] as const).some(kind => chart.lexicon.words[kind].has(word)),
  )

export const isCapital = (token: SpeechToken | undefined): boolean => token?.kind === 'word' && /^\p{Lu}/u.test(token.raw)

/** A meaningful capital: not at the start of the sentence or in an abbreviation. */
export const isNameLike = (chart: Chart, at: number): boolean => {
  const token = chart.tokens[at]
  // OTPs, NDAs: things, not a sender.
  if (/^\p{Lu}{2,5}s$/u.test(token?.raw ?? '')) return false
  return isCapital(token) && (at > 0 || (!hasKind(chart, token, 'noun') && !/^\p{Lu}{1,4}$/u.test(token?.raw ?? '')))
}

/** As written, but for words whose spelling was corrected. */
export const sliceText = (chart: Chart, from: number, to: number): string =>
  chart.tokens
    .slice(from, to)
    .map((token, i, all) => {
      const gap = i === 0 ? '' : chart.sentence.slice(all[i - 1]?.end ?? 0, token.start)
      return gap + (token.isCorrected ? token.text : chart.sentence.slice(token.start, token.end))
    })
    .join('')
    .replace(/\s+/gu, ' ')
    .trim()

/** Lower-cased, as search words are. */
export const toSearchWord = (text: string): string => text.toLocaleLowerCase('en')
