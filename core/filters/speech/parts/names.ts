// Senders and recipients as people name them: an address, a domain, a name, or a role that only they can fill.
import { type Chart, type ChartMatch, read } from '../chart.ts'
import type { NamedPerson } from '../pieces.ts'
import { isCapital, isEdge, isKind, isNameLike, wanted, written } from './edges.ts'
import { afterJoin, listOf, skip } from './lookup.ts'

const longestName = 6

export function readNames(chart: Chart, at: number): ChartMatch<NamedPerson[]>[] {
  return listOf(chart, skip(chart, at, 'either', 'both'), (place, isFirst) => {
    const start = isFirst ? place : skip(chart, place, 'from', 'by', 'de')
    const name = nameAt(chart, start)
    return name && (isFirst || continuesNames(chart, start, name)) ? name : null
  })
}

/** Names that nobody would take for a topic. */
export function readProper(chart: Chart, at: number): ChartMatch<NamedPerson[]>[] {
  return readNames(chart, at).filter(({ value }) => value.every(name => name.kind !== 'name' || name.isMarked))
}

/** Roles that stand alone: `my wife`, `customers`; a bare `school` may as well be a topic. */
export function readRoles(chart: Chart, at: number): ChartMatch<NamedPerson[]>[] {
  return readNames(chart, at).filter(({ value }) =>
    value.every(name => name.kind === 'role' && (!name.isTelling || isKind(chart, chart.tokens[at], 'possessive'))),
  )
}

const isLedByRole = (chart: Chart, from: number, to: number): boolean =>
  chart.tokens.slice(from, to).some(token => isKind(chart, token, 'kin') || isKind(chart, token, 'role'))

/** After a comma or an or: a name like those before it, not the start of something else. */
function continuesNames(chart: Chart, at: number, { end, value }: ChartMatch<NamedPerson>): boolean {
  if (value.kind !== 'name') return value.kind !== 'role' || value.isTelling !== true
  const isAfterComma = chart.tokens[at - 1]?.text === ','
  const last = chart.tokens[end - 1]
  if (isCapital(chart.tokens[at]) || isCapital(last) || chart.tokens[at]?.kind === 'quoted') return true
  if (isKind(chart, last, 'noun') || isKind(chart, chart.tokens[at], 'noun')) return false
  return !isAfterComma || afterJoin(chart, end) !== null
}

function nameAt(chart: Chart, at: number): ChartMatch<NamedPerson> | null {
  const token = chart.tokens[at]
  if (!token || token.kind === 'mark' || token.kind === 'number') return null
  const range = { start: token.start, end: token.end }
  if (token.kind === 'quoted') return { end: at + 1, value: { ...range, kind: 'name', text: wanted(token.raw), isMarked: true } }
  if (token.kind === 'address') return { end: at + 1, value: { ...range, kind: 'address', text: wanted(token.raw) } }
  if (token.kind === 'domain') return { end: at + 1, value: { ...range, ...domainOf(wanted(token.raw)) } }
  return nameInWords(chart, at)
}

const domainOf = (raw: string): Pick<NamedPerson, 'kind' | 'text'> => ({
  kind: /^(?:@?\.|\*)/.test(raw) ? 'under' : 'domain',
  text: raw.replace(/^[@*.]+/, ''),
})

function nameInWords(chart: Chart, at: number): ChartMatch<NamedPerson> | null {
  const start = leadEnd(chart, at)
  const end = coreEnd(chart, start)
  if (end === at) return null
  const place = { start: chart.tokens[at]?.start ?? 0, end: chart.tokens[end - 1]?.end ?? 0 }
  if (end === start) return isLedByRole(chart, at, start) ? role(chart, place, start - 1, start) : null
  const isOwn = isKind(chart, chart.tokens[at], 'possessive') && !isLedByRole(chart, at, start)
  const rest = start + roleWords(chart, start, end)
  const trade = start + tradeWords(chart, start, end)
  const isLed = isLedByRole(chart, at, start) || rest > start
  if (rest > start && rest < end && (isOwn || isCapital(chart.tokens[rest]))) return named(chart, place, rest, end, true)
  if (trade > start && trade < end && isCapital(chart.tokens[trade]) && !isCapital(chart.tokens[start]))
    return named(chart, place, trade, end, true)
  if (rest > start && rest === end) return role(chart, place, start, end, whoseEnd(chart, end))
  if (isOwn && !hasCapital(chart, start, end)) return role(chart, place, start, end)
  return named(chart, place, start, end, isLed || isNameLike(chart, start) || hasCapital(chart, start + 1, end))
}

const named = (
  chart: Chart,
  place: { start: number; end: number },
  from: number,
  to: number,
  isMarked: boolean,
): ChartMatch<NamedPerson> => ({
  end: to,
  value: { ...place, kind: 'name', text: wanted(written(chart, from, to)), isMarked },
})

/** `el colegio de los niños`: whose it is names nobody else. */
function whoseEnd(chart: Chart, at: number): number {
  const start = skip(chart, at, 'de', 'of')
  const end = start > at ? leadEnd(chart, start) : at
  return end > start && isKind(chart, chart.tokens[end - 1], 'kin') ? end : at
}

function role(chart: Chart, place: { start: number; end: number }, from: number, to: number, end = to): ChartMatch<NamedPerson> {
  const isTelling = chart.tokens.slice(from, to).some(token => isKind(chart, token, 'telling'))
  return { end, value: { ...place, kind: 'role', text: wanted(written(chart, from, to)), isTelling } }
}

/** Steps over what stands before a name and is no part of it: the, my, aunt, Mr, my daughter's. */
function leadEnd(chart: Chart, start: number): number {
  let at = start
  const isLead = (place: number) =>
    isKind(chart, chart.tokens[place], 'article') ||
    isKind(chart, chart.tokens[place], 'possessive') ||
    isKind(chart, chart.tokens[place], 'kin') ||
    (place > start && chart.tokens[place]?.text === "'s")
  while (at < start + longestName && isLead(at)) at += 1
  return at
}

function coreEnd(chart: Chart, start: number): number {
  let at = start
  while (at < start + longestName) {
    const token = chart.tokens[at]
    if (token?.kind !== 'word' && !(at > start && token?.kind === 'number')) break
    const joined = particlesEnd(chart, at)
    if (at > start && joined > at && (token.text === 'of' || isCapital(chart.tokens[at - 1])) && isCapital(chart.tokens[joined]))
      at = joined
    else if (!(at === start && mayStartName(chart, at)) && isEdge(chart, at) && !isMailOf(chart, at)) break
    at += 1
  }
  return at
}

/** A capital outweighs what the word means elsewhere: `Will`, `Calendar Team`. */
const mayStartName = (chart: Chart, at: number): boolean =>
  at > 0 && isCapital(chart.tokens[at]) && (['kinds', 'checks', 'days'] as const).every(part => read(chart, part, at).length === 0)

/** Of, de la: they hold the two halves of a name together. */
const particlesEnd = (chart: Chart, at: number): number => skip(chart, skip(chart, at, 'of', 'de', '&'), 'the', 'la', 'el', 'los', 'las')

/** A capital inside a name, as in `Royal Mail Group`. */
const isMailOf = (chart: Chart, at: number): boolean =>
  isCapital(chart.tokens[at]) && isCapital(chart.tokens[at - 1]) && chart.tokens[at]?.text === 'mail'

function roleWords(chart: Chart, start: number, end: number): number {
  let at = start
  while (at < end && isKind(chart, chart.tokens[at], 'role')) at += 1
  return at - start
}

/** `the pharmacy Rosenhain`: what a firm does is no part of its name where the name stands beside it. */
function tradeWords(chart: Chart, start: number, end: number): number {
  let at = start
  while (at < end && isKind(chart, chart.tokens[at], 'kind')) at += 1
  return at - start
}

const hasCapital = (chart: Chart, from: number, to: number): boolean => chart.tokens.slice(from, to).some(isCapital)
