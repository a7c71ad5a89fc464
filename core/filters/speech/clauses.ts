// Sorts the tests of a sentence into wanted and unwanted ones, with the conjunctions between them.
import type { Chart } from './chart.ts'
import { findOpposite } from './find-opposite.ts'
import { isSmall } from './parts/lookup.ts'
import type { ConditionDraft, PlacedPiece, TestField } from './pieces.ts'

export type ConjunctionKind = 'none' | 'and' | 'or' | 'comma' | 'comma_or'

export interface ClauseItem {
  draft: ConditionDraft
  family: string
  link: ConjunctionKind
  /** The piece named several values. */
  isList: boolean
}
export interface Clauses {
  wanted: ClauseItem[]
  /** Any of them excludes an email. */
  unwanted: ConditionDraft[]
  /** Negations that deny nothing that was understood. */
  empty: PlacedPiece[]
}

interface Exclusion {
  /** After `unless`, `and` combines tests; after `except` it separates list items. */
  isClause: boolean
  /** After `except` a negation belongs to the exception; after `not` it is another one: `are not replies and have no files`. */
  isExcept: boolean
  groups: ConditionDraft[][]
  join: PlacedPiece
}

export function sortClauses(pieces: PlacedPiece[], chart: Chart): Clauses {
  const wanted: ClauseItem[] = []
  const exclusions: Exclusion[] = []
  let exclusion: Exclusion | null = null
  let joins: PlacedPiece[] = []
  for (const [i, piece] of pieces.entries()) {
    if (piece.is === 'join') {
      joins.push(piece)
      if (piece.isNot)
        exclusions.push((exclusion = { isClause: piece.how === 'unless', isExcept: piece.how !== 'but', groups: [], join: piece }))
      else if (piece.how === 'but') exclusion = null
    }
    if (piece.is === 'action') exclusion = null
    const drafts = listDrafts(piece)
    if (drafts.length === 0) continue
    const link = findLink(joins)
    if (exclusion && exclusion.groups.length > 0 && link === 'comma' && !continuesExceptions(pieces, i)) exclusion = null
    if (exclusion && !exclusion.isExcept && exclusion.groups.length > 0 && link === 'and' && startsOwnClause(piece, chart)) exclusion = null
    if (exclusion) addExclusion(exclusion, piece, drafts, link)
    else wanted.push({ draft: combineDrafts(piece, drafts), family: findFamily(piece), link, isList: drafts.length > 1 && !isBoth(piece) })
    joins = []
  }
  return {
    wanted,
    unwanted: exclusions.flatMap(({ groups }) => groups.map(group => (group.length === 1 && group[0] ? group[0] : { all: group }))),
    empty: exclusions.flatMap(({ groups, join }) => (groups.length === 0 ? [join] : [])),
  }
}

/** `are not replies and have no files`, `is not from Ada and has a PDF`: the second verb says something of its own. */
const startsOwnClause = (piece: PlacedPiece, chart: Chart): boolean =>
  piece.is === 'test' && (piece.isNot === true || [piece.from, piece.from - 1].some(at => isSmall(chart, at, 'with', 'verb')))

/** `except newsletters, replies and ads`: a comma continues the list if `and` or `or` ends it. */
function continuesExceptions(pieces: PlacedPiece[], at: number): boolean {
  const piece = pieces[at]
  if (piece?.is === 'test' && piece.tests.length > 1 && piece.isBoth !== true && piece.field !== 'from') return true
  const rest = pieces.filter((other, i) => i > at && other.is !== 'filler')
  const end = rest.findIndex(other => !isComma(other) && listDrafts(other).length === 0)
  const join = rest[end]
  const isClosed = join?.is === 'join' && !join.isNot && (join.how === 'and' || join.how === 'or')
  return isClosed && (end === 0 || isComma(rest[0]))
}

const isComma = (piece: PlacedPiece | undefined): boolean => piece?.is === 'join' && piece.how === 'comma'

const listDrafts = (piece: PlacedPiece): ConditionDraft[] =>
  piece.is === 'test' || piece.is === 'ask' || piece.is === 'missing' ? (piece.tests ?? []) : []

const isBoth = (piece: PlacedPiece): boolean => piece.is === 'test' && piece.isBoth === true

function findLink(joins: PlacedPiece[]): ConjunctionKind {
  const kinds = joins.flatMap(join => (join.is === 'join' ? [join.how] : []))
  if (kinds.includes('or')) return kinds.includes('comma') ? 'comma_or' : 'or'
  if (kinds.includes('and')) return 'and'
  return kinds.includes('comma') ? 'comma' : 'none'
}

function addExclusion(exclusion: Exclusion, piece: PlacedPiece, drafts: ConditionDraft[], link: ConjunctionKind): void {
  const isNew =
    exclusion.groups.length === 0 || link === 'or' || link === 'comma_or' || link === 'comma' || (link === 'and' && !exclusion.isClause)
  const isListed = drafts.length > 1 && !isBoth(piece) && !(piece.is === 'test' && piece.isNot)
  if (isNew && isListed) exclusion.groups.push(...drafts.map(draft => [draft]))
  else if (isNew) exclusion.groups.push([combineDrafts(piece, drafts)])
  else exclusion.groups.at(-1)?.push(combineDrafts(piece, drafts))
}

/** Combines the tests of one piece. */
function combineDrafts(piece: PlacedPiece, drafts: ConditionDraft[]): ConditionDraft {
  const [only] = drafts
  if (piece.is === 'test' && piece.isNot) return findOpposite(only) ?? { none: drafts }
  if (drafts.length === 1 && only) return only
  return isBoth(piece) ? { all: drafts } : { any: drafts }
}

const families: Partial<Record<TestField, string>> = {
  sender_domain: 'from',
  attachment_type: 'attachment_type',
  any: 'words',
  body: 'words',
}

function findFamily(piece: PlacedPiece): string {
  if (piece.is === 'test') return families[piece.field] ?? piece.field
  return piece.is === 'ask' ? (piece.about.split(/[.,]/)[0] ?? 'none') : 'none'
}
