// Matches senders and recipients: an address, a domain, a name, or a role that only the user knows.
import { type Chart, type ChartMatch, readPart, remember } from '../chart.ts'
import type { NamedPerson } from '../pieces.ts'
import {
  countLowerWords,
  countRoleWords,
  countTradeWords,
  findApposition,
  hasCapital,
  isGroup,
  isPlainDescription,
  mayBeName,
} from './descriptions.ts'
import { hasKind, isCapital, isEdge, isKnownNoun, isNameLike, sliceText, startsAction, startsDays, toSearchWord } from './edges.ts'
import { isSmall, matchList, skipJoin, skipMark, skipSmall } from './lookup.ts'

const maxNameWords = 6

export function matchNames(chart: Chart, at: number): ChartMatch<NamedPerson[]>[] {
  return matchList(chart, skipSmall(chart, at, 'either', 'both'), (position, isFirst) => {
    const start = isFirst ? position : skipSmall(chart, position, 'from')
    const name = matchName(chart, start)
    return name && (isFirst || continuesNames(chart, start, name)) ? name : null
  }).map(({ end, value }) => ({ end, value: value.filter((name, i) => !isDescribed(chart, name, value[i + 1])) }))
}

/** `my coach, wren@x.example`: the address says who it is. */
function isDescribed(chart: Chart, { kind }: NamedPerson, next: NamedPerson | undefined): boolean {
  if (kind !== 'role' || !next) return false
  const at = chart.tokens.findIndex(({ start }) => start === next.start)
  if (chart.words[at - 1] !== ',') return false
  // `my coach, Dr Wren`: a title tells that it is the same person.
  const isTitled = (['article', 'role'] as const).some(word => hasKind(chart, chart.tokens[at], word))
  const after = chart.tokens.find(({ start }) => start >= next.end)
  const isInserted = after?.text === ',' && hasKind(chart, chart.tokens[0], 'possessive')
  return next.kind === 'address' || (next.kind === 'name' && next.isMarked === true && (isTitled || isInserted))
}

/** Names that cannot be mistaken for a topic. */
export function matchProper(chart: Chart, at: number): ChartMatch<NamedPerson[]>[] {
  return matchNames(chart, at).filter(({ value }) => value.every(name => name.kind !== 'name' || name.isMarked))
}

/** Who can write an email: no thing that the lists know, as in `invoices sent by Ada`. */
export function matchWriters(chart: Chart, at: number): ChartMatch<NamedPerson[]>[] {
  return matchNames(chart, at).filter(
    ({ end, value }) => value.every(name => name.kind !== 'name' || name.isMarked) || !isThing(chart, end - 1),
  )
}

/** A noun that stands for no person, office or company. */
const isThing = (chart: Chart, at: number): boolean =>
  isKnownNoun(chart, chart.tokens[at]) &&
  !(['role', 'kind', 'kin', 'telling'] as const).some(kind => hasKind(chart, chart.tokens[at], kind))

/** Roles on their own: `my wife`, `customers`; a bare `school` may be a topic. */
export function matchRoles(chart: Chart, at: number): ChartMatch<NamedPerson[]>[] {
  return matchNames(chart, at).filter(
    ({ end, value }) =>
      (followsRoleWord(chart, at, end) || hasKind(chart, chart.tokens[at], 'possessive')) &&
      value.every(name => name.kind === 'role' && (!name.isSearchable || hasKind(chart, chart.tokens[at], 'possessive'))),
  )
}

const followsRoleWord = (chart: Chart, from: number, to: number): boolean =>
  chart.tokens.slice(from, to).some(token => hasKind(chart, token, 'kin') || hasKind(chart, token, 'role'))

/** After a comma or `or`: another name, not the start of something else. */
function continuesNames(chart: Chart, at: number, { end, value }: ChartMatch<NamedPerson>): boolean {
  // `From: Ada; Subject: boat`
  if (startsWhenOrAction(chart, at) || chart.words[at + 1] === ':') return false
  if (value.kind !== 'name') return value.kind !== 'role' || value.isSearchable !== true
  const isAfterComma = chart.tokens[at - 1]?.text === ','
  const last = chart.tokens[end - 1]
  if (isCapital(chart.tokens[at]) || isCapital(last) || chart.tokens[at]?.kind === 'quoted') return true
  if (hasKind(chart, last, 'noun') || hasKind(chart, chart.tokens[at], 'noun') || followsCapital(chart, at)) return false
  return !isAfterComma || skipJoin(chart, end) !== null
}

/** `from Ada, from nine to five`, `from Ada, each Tuesday`, `from Ada, ASAP`, `from Ada, IBAN hidden` */
function startsWhenOrAction(chart: Chart, at: number): boolean {
  const start = findLeadEnd(chart, at)
  const isDated = readPart(chart, 'date', start).some(({ value }) => value.day !== null || value.year !== null)
  return (
    isDated || (['days', 'time', 'redact'] as const).some(part => readPart(chart, part, start).length > 0) || startsAction(chart, start)
  )
}

/** Where one name has a capital, the others have it too. */
const followsCapital = (chart: Chart, at: number): boolean =>
  isCapital(chart.tokens.findLast((token, i) => i < at && token.kind === 'word' && !isSmall(chart, i, 'and', 'or', 'from')))

const matchName = (chart: Chart, at: number): ChartMatch<NamedPerson> | null => remember(chart.people, at, () => readName(chart, at))

function readName(chart: Chart, at: number): ChartMatch<NamedPerson> | null {
  const token = chart.tokens[at]
  if (!token || token.kind === 'mark' || token.kind === 'number') return null
  const range = { start: token.start, end: token.end }
  const isDay = readPart(chart, 'days', at).length > 0
  if (isDay && (!isCapital(token) || readPart(chart, 'date', at).length > 0)) return null
  if (token.kind === 'quoted') return { end: at + 1, value: { ...range, kind: 'name', text: toSearchWord(token.raw), isMarked: true } }
  if (token.kind === 'address') return { end: at + 1, value: { ...range, ...parseAddress(toSearchWord(token.raw)) } }
  if (token.kind === 'domain') return { end: at + 1, value: { ...range, ...parseDomain(toSearchWord(token.raw)) } }
  const named = skipOffice(chart, matchNameWords(chart, at))
  return named && (matchAddressBehind(chart, named) ?? named)
}

/** `Dr. Amari's office`: still the same name. */
function skipOffice(chart: Chart, named: ChartMatch<NamedPerson> | null): ChartMatch<NamedPerson> | null {
  if (named?.value.kind !== 'name' || chart.words[named.end] !== "'s") return named
  const office = chart.tokens[named.end + 1]
  const isOffice = (hasKind(chart, office, 'kind') || hasKind(chart, office, 'role')) && !hasKind(chart, office, 'telling')
  return isOffice && !isCapital(office) ? { ...named, end: named.end + 2 } : named
}

/** `her clinic brightsmile.example`, `Lena (lena@x.example)`: the address says who is meant. */
function matchAddressBehind(chart: Chart, { end: at, value }: ChartMatch<NamedPerson>): ChartMatch<NamedPerson> | null {
  const marked = skipMark(chart, at, 'lpar', '<')
  // `the press office at press@x.example`; but `Sami at x.example` names both.
  const start = marked === at && value.isMarked !== true ? skipSmall(chart, at, 'on') : marked
  const kind = chart.tokens[start]?.kind
  if (kind !== 'address' && kind !== 'domain') return null
  const found = matchName(chart, start)
  return found && { end: start > at ? skipMark(chart, found.end, 'rpar', '>') : found.end, value: found.value }
}

/** `*@example.org` is a domain; other stars and question marks make a pattern. */
function parseAddress(raw: string): Pick<NamedPerson, 'kind' | 'text'> {
  if (/^\*@(?:\*\.)?[^*?]+$/.test(raw)) return parseDomain(raw.slice(1))
  return { kind: /[*?]/.test(raw) ? 'pattern' : 'address', text: raw }
}

const parseDomain = (raw: string): Pick<NamedPerson, 'kind' | 'text'> => ({
  kind: /^@?[.*]/.test(raw) ? 'under' : 'domain',
  text: raw.replace(/^[@*.]+/, ''),
})

function matchNameWords(chart: Chart, at: number): ChartMatch<NamedPerson> | null {
  const start = findLeadEnd(chart, at)
  const end = findCoreEnd(chart, start)
  if (end === at) return null
  const span = { start: chart.tokens[at]?.start ?? 0, end: chart.tokens[end - 1]?.end ?? 0 }
  if (end === start) return followsRoleWord(chart, at, start) ? makeRole(chart, span, start - 1, start) : null
  const isOwn = hasKind(chart, chart.tokens[at], 'possessive') && !followsRoleWord(chart, at, start)
  const rest = start + countRoleWords(chart, start, end)
  const trade = start + countTradeWords(chart, start, end)
  // `مدرسة الأولاد`: whose school it is, not its name.
  const isOwners = rest > start && rest < end && chart.tokens.slice(rest, end).every(token => hasKind(chart, token, 'kin'))
  if (isOwners) return makeRole(chart, span, start, end)
  const isLed = followsRoleWord(chart, at, start) || rest > start
  // `Banco Helechal` is the whole name.
  const isNamedSo = at > 0 && isCapital(chart.tokens[start]) && hasKind(chart, chart.tokens[start], 'telling')
  const described = findApposition(chart, start, end)
  if (described < end) return makeName(chart, span, described, end, true)
  if (rest > start && rest < end && !isNamedSo && (isOwn || isCapital(chart.tokens[rest]))) return makeName(chart, span, rest, end, true)
  if (trade > start && trade < end && mayBeName(chart.tokens[trade]) && !isCapital(chart.tokens[start]))
    return makeName(chart, span, trade, end, true)
  const lower = start + countLowerWords(chart, start, end)
  const mayDescribe = start > at || (isSmall(chart, at - 1, 'from', 'or', 'and') && isPlainDescription(chart, start, lower))
  if (mayDescribe && lower > start && lower < end && lower - start <= 3) return makeName(chart, span, lower, end, true)
  // `pacientes graves`: what follows a role in small letters tells no name.
  const isQualified = rest > start && rest < end && /^\p{Ll}/u.test(chart.tokens[start]?.raw ?? '') && !hasCapital(chart, start, end)
  if (isQualified && !chart.tokens.slice(start, rest).some(token => hasKind(chart, token, 'telling')))
    return makeRole(chart, span, start, end)
  if (isGroup(chart, start, end) && !hasKind(chart, chart.tokens[at - 1], 'kind')) return makeRole(chart, span, start, end)
  if (rest > start && rest === end) return makeRole(chart, span, start, end, findOwnerEnd(chart, end))
  if (isOwn && !hasCapital(chart, start, end)) return makeRole(chart, span, start, end)
  return makeName(chart, span, start, end, isLed || isNameLike(chart, start) || hasCapital(chart, start + 1, end))
}

const makeName = (
  chart: Chart,
  span: { start: number; end: number },
  from: number,
  to: number,
  isMarked: boolean,
): ChartMatch<NamedPerson> => ({
  end: to,
  value: { ...span, kind: 'name', text: toSearchWord(sliceText(chart, from, to)), isMarked },
})

/** `el colegio de los niños`: the owner is not another sender. */
function findOwnerEnd(chart: Chart, at: number): number {
  const start = skipSmall(chart, at, 'of')
  const end = start > at ? findLeadEnd(chart, start) : at
  return end > start && hasKind(chart, chart.tokens[end - 1], 'kin') ? end : at
}

function makeRole(chart: Chart, span: { start: number; end: number }, from: number, to: number, end = to): ChartMatch<NamedPerson> {
  const isSearchable = chart.tokens.slice(from, to).some(token => hasKind(chart, token, 'telling'))
  return { end, value: { ...span, kind: 'role', text: toSearchWord(sliceText(chart, from, to)), isSearchable } }
}

/** Skips words before a name that are not part of it: the, my, aunt, Mr, my daughter's. */
function findLeadEnd(chart: Chart, start: number): number {
  let at = start
  const isLead = (position: number) =>
    hasKind(chart, chart.tokens[position], 'article') ||
    hasKind(chart, chart.tokens[position], 'possessive') ||
    hasKind(chart, chart.tokens[position], 'kin') ||
    (position > start && chart.tokens[position]?.text === "'s")
  while (at < start + maxNameWords && isLead(at)) at += 1
  return at
}

function findCoreEnd(chart: Chart, start: number): number {
  let at = start
  while (at < start + maxNameWords) {
    const token = chart.tokens[at]
    const joined = skipParticles(chart, at)
    if (at > start && joined > at && joinsName(chart, at, joined)) at = joined
    else if (token?.kind !== 'word' && !(at > start && token?.kind === 'number')) break
    else if (at > start && !continuesName(chart, at)) break
    else if (!isCapitalName(chart, start, at) && isEdge(chart, at) && !isMailInName(chart, at)) break
    at += 1
  }
  return at
}

/** `Bank of Ashdale`, `Verrall & Sons`, `St. Mary's School`; but Ada & Ben are two. */
function joinsName(chart: Chart, at: number, joined: number): boolean {
  const next = chart.tokens[joined]
  if (!isCapital(next)) return false
  if (chart.words[at] === '&') return hasKind(chart, next, 'kind')
  return chart.words[at] === 'of' || isCapital(chart.tokens[at - 1])
}

/** `Oskar wibbled`: after a capital, a small word is no part of the name, unless it is a common noun. */
function continuesName(chart: Chart, at: number): boolean {
  const token = chart.tokens[at]
  if (startsDays(chart, at) || readPart(chart, 'redact', at).length > 0) return false
  if (token?.kind !== 'word' || isCapital(token)) return true
  if (/^\p{Ll}/u.test(token.raw) && isCapital(chart.tokens[at - 1])) return isKnownNoun(chart, token)
  return chart.lexicon.actionEndings?.test(token.text) !== true || chart.lexicon.vocabulary.has(token.text)
}

/** `Will`, `Safeguard Systems` */
const isCapitalName = (chart: Chart, start: number, at: number): boolean =>
  mayStartName(chart, at) &&
  (at === start || (isCapital(chart.tokens[at - 1]) && /^\p{Lu}\p{Ll}/u.test(chart.tokens[at]?.raw ?? '') && !startsAction(chart, at)))

/** A capital overrides the word's usual meaning: `Will`, `Calendar Team`. */
const mayStartName = (chart: Chart, at: number): boolean =>
  at > 0 &&
  isCapital(chart.tokens[at]) &&
  !(chart.words[at]?.length === 1 && hasKind(chart, chart.tokens[at], 'stop')) &&
  (['kinds', 'checks', 'days'] as const).every(part => readPart(chart, part, at).length === 0)

/** `of`, `de la`: particles within a name. */
const skipParticles = (chart: Chart, at: number): number => skipSmall(chart, skipMark(chart, skipSmall(chart, at, 'of'), '&', "'s"), 'the')

/** `Mail` within a name, as in `Royal Mail Group`. */
const isMailInName = (chart: Chart, at: number): boolean =>
  isCapital(chart.tokens[at]) && isCapital(chart.tokens[at - 1]) && chart.tokens[at]?.text === 'mail'
