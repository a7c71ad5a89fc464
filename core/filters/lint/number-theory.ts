// Detects size, count and amount tests that contradict each other.
import { isRangeEmpty, isRangeWithin } from '../amount-range.ts'
import type { Atom, Literal } from './atom.ts'

type Sized = Extract<Atom, { bytes: number }>
type Counted = Extract<Atom, { kind: 'count' }>

/** An email has only one size. */
export function sizesClash(literals: Literal[]): boolean {
  let above = -1
  let includesAbove = false
  let below = Infinity
  let includesBelow = false
  for (const { atom, held } of literals) {
    if (atom.kind !== 'size') continue
    const isLower = (atom.operator === 'over') === held
    // "Not under 5" means 5 or more: the bound is included if the test is negated.
    if (isLower && (atom.bytes > above || (atom.bytes === above && held))) [above, includesAbove] = [atom.bytes, !held]
    if (!isLower && (atom.bytes < below || (atom.bytes === below && held))) [below, includesBelow] = [atom.bytes, !held]
  }
  return above > below || (above === below && !(includesAbove && includesBelow))
}

/** An email may state several amounts: two tests clash only if one wants an amount that the other refuses. */
export function amountsClash(literals: Literal[]): boolean {
  const rangesOf = (wanted: boolean) =>
    literals.flatMap(({ atom, held }) => (atom.kind === 'amount' && held === wanted ? [atom.range] : []))
  const refused = rangesOf(false)
  return rangesOf(true).some(range => isRangeEmpty(range) || refused.some(other => isRangeWithin(range, other)))
}

const mostCount = 1002

/** Compares the number of attachments and the size of any one of them. */
export function attachmentsClash(literals: Literal[]): boolean {
  const wanted = literals.filter(({ held }) => held).map(({ atom }) => atom)
  const negated = literals.filter(({ held }) => !held).map(({ atom }) => atom)
  if (wanted.filter(isSized).some(size => negated.filter(isSized).some(other => isWithin(size, other)))) return true
  const hasAny = wanted.some(atom => isSized(atom) || ('field' in atom && impliesAttachment(atom)))
  const counts = literals.flatMap(({ atom, held }) => (isCount(atom) ? [{ atom, held }] : []))
  for (let count = hasAny ? 1 : 0; count <= mostCount; count++)
    if (counts.every(({ atom, held }) => fits(atom, count) === held)) return false
  return true
}

const isSized = (atom: Atom): atom is Sized => atom.kind === 'attachment_size'
const isCount = (atom: Atom): atom is Counted => atom.kind === 'count'

const isWithin = (a: Sized, b: Sized): boolean =>
  a.operator === b.operator && (a.operator === 'over' ? a.bytes >= b.bytes : a.bytes <= b.bytes)

/** A matching name or type implies an attachment. */
const impliesAttachment = (atom: Atom): boolean =>
  atom.kind === 'words' || atom.kind === 'pattern' || atom.kind === 'listed' || atom.kind === 'present'

function fits({ operator, count }: Counted, actual: number): boolean {
  if (operator === 'is') return actual === count
  return operator === 'over' ? actual > count : actual < count
}
