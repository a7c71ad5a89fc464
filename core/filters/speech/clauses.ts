// Sorts the tests of a sentence into what must hold and what must not, with the joints between them.
import { opposite } from './opposite.ts'
import type { ConditionDraft, PlacedPiece, TestField } from './pieces.ts'

export type JointKind = 'none' | 'and' | 'or' | 'comma' | 'comma_or'

export interface Item {
  draft: ConditionDraft
  family: string
  link: JointKind
  /** Several were named in one breath. */
  isList: boolean
}
export interface Clauses {
  wanted: Item[]
  /** Each of them rules a mail out. */
  unwanted: ConditionDraft[]
}

interface Ruling {
  /** After `unless`, and joins what belongs together; after `except` it lists. */
  isClause: boolean
  groups: ConditionDraft[][]
}

export function sortClauses(pieces: PlacedPiece[]): Clauses {
  const wanted: Item[] = []
  const rulings: Ruling[] = []
  let ruling: Ruling | null = null
  let joins: PlacedPiece[] = []
  for (const [i, piece] of pieces.entries()) {
    if (piece.is === 'join') {
      joins.push(piece)
      if (piece.isNot) rulings.push((ruling = { isClause: piece.how === 'unless', groups: [] }))
      else if (piece.how === 'but') ruling = null
    }
    if (piece.is === 'action') ruling = null
    const drafts = testsOf(piece)
    if (drafts.length === 0) continue
    const link = linkOf(joins)
    if (ruling && ruling.groups.length > 0 && link === 'comma' && !isListedOn(pieces, i)) ruling = null
    if (ruling) ruleOut(ruling, piece, drafts, link)
    else wanted.push({ draft: together(piece, drafts), family: familyOf(piece), link, isList: drafts.length > 1 && !isBoth(piece) })
    joins = []
  }
  return {
    wanted,
    unwanted: rulings.flatMap(({ groups }) => groups.map(group => (group.length === 1 && group[0] ? group[0] : { all: group }))),
  }
}

/** `except newsletters, replies and ads`: a comma goes on with the list where an and or or comes at its end. */
function isListedOn(pieces: PlacedPiece[], at: number): boolean {
  const piece = pieces[at]
  if (piece?.is === 'test' && piece.tests.length > 1 && piece.isBoth !== true && piece.field !== 'from') return true
  const rest = pieces.filter((other, i) => i > at && other.is !== 'filler')
  const end = rest.findIndex(other => !isComma(other) && testsOf(other).length === 0)
  const join = rest[end]
  const isClosed = join?.is === 'join' && !join.isNot && (join.how === 'and' || join.how === 'or')
  return isClosed && (end === 0 || isComma(rest[0]))
}

const isComma = (piece: PlacedPiece | undefined): boolean => piece?.is === 'join' && piece.how === 'comma'

const testsOf = (piece: PlacedPiece): ConditionDraft[] =>
  piece.is === 'test' || piece.is === 'ask' || piece.is === 'missing' ? (piece.tests ?? []) : []

const isBoth = (piece: PlacedPiece): boolean => piece.is === 'test' && piece.isBoth === true

function linkOf(joins: PlacedPiece[]): JointKind {
  const kinds = joins.flatMap(join => (join.is === 'join' ? [join.how] : []))
  if (kinds.includes('or')) return kinds.includes('comma') ? 'comma_or' : 'or'
  if (kinds.includes('and')) return 'and'
  return kinds.includes('comma') ? 'comma' : 'none'
}

function ruleOut(ruling: Ruling, piece: PlacedPiece, drafts: ConditionDraft[], link: JointKind): void {
  const isNew =
    ruling.groups.length === 0 || link === 'or' || link === 'comma_or' || link === 'comma' || (link === 'and' && !ruling.isClause)
  const isListed = drafts.length > 1 && !isBoth(piece) && !(piece.is === 'test' && piece.isNot)
  if (isNew && isListed) ruling.groups.push(...drafts.map(draft => [draft]))
  else if (isNew) ruling.groups.push([together(piece, drafts)])
  else ruling.groups.at(-1)?.push(together(piece, drafts))
}

/** The tests of one piece as one. */
function together(piece: PlacedPiece, drafts: ConditionDraft[]): ConditionDraft {
  const [only] = drafts
  if (piece.is === 'test' && piece.isNot) return opposite(only) ?? { none: drafts }
  if (drafts.length === 1 && only) return only
  return isBoth(piece) ? { all: drafts } : { any: drafts }
}

const families: Partial<Record<TestField, string>> = {
  sender_domain: 'from',
  attachment_type: 'attachment_type',
  any: 'words',
  body: 'words',
}

function familyOf(piece: PlacedPiece): string {
  if (piece.is === 'test') return families[piece.field] ?? piece.field
  return piece.is === 'ask' ? (piece.about.split(/[.,]/)[0] ?? 'none') : 'none'
}
