// Which tests of sizes and counts rule each other out.
import type { Atom, Literal } from './atom.ts'

type Sized = Extract<Atom, { bytes: number }>
type Counted = Extract<Atom, { kind: 'count' }>

/** The size of a mail is one number. */
export function sizesClash(literals: Literal[]): boolean {
  let above = -1
  let isAboveTaken = false
  let below = Infinity
  let isBelowTaken = false
  for (const { atom, held } of literals) {
    if (atom.kind !== 'size') continue
    const isLower = (atom.operator === 'over') === held
    // "Not under 5" is 5 or more: the bound itself is taken where the test is denied.
    if (isLower && (atom.bytes > above || (atom.bytes === above && held))) [above, isAboveTaken] = [atom.bytes, !held]
    if (!isLower && (atom.bytes < below || (atom.bytes === below && held))) [below, isBelowTaken] = [atom.bytes, !held]
  }
  return above > below || (above === below && !(isAboveTaken && isBelowTaken))
}

const mostCount = 1002

/** Attachments: how many there are, and the size of any one of them. */
export function attachmentsClash(literals: Literal[]): boolean {
  const wanted = literals.filter(({ held }) => held).map(({ atom }) => atom)
  const denied = literals.filter(({ held }) => !held).map(({ atom }) => atom)
  if (wanted.filter(isSized).some(size => denied.filter(isSized).some(other => isWithin(size, other)))) return true
  const isAnyThere = wanted.some(atom => isSized(atom) || ('place' in atom && showsOne(atom)))
  const counts = literals.flatMap(({ atom, held }) => (isCount(atom) ? [{ atom, held }] : []))
  for (let n = isAnyThere ? 1 : 0; n <= mostCount; n++) if (counts.every(({ atom, held }) => fits(atom, n) === held)) return false
  return true
}

const isSized = (atom: Atom): atom is Sized => atom.kind === 'attachment_size'
const isCount = (atom: Atom): atom is Counted => atom.kind === 'count'

const isWithin = (a: Sized, b: Sized): boolean =>
  a.operator === b.operator && (a.operator === 'over' ? a.bytes >= b.bytes : a.bytes <= b.bytes)

/** A name or a type that is found is one of an attachment. */
const showsOne = (atom: Atom): boolean =>
  atom.kind === 'words' || atom.kind === 'pattern' || atom.kind === 'listed' || atom.kind === 'present'

function fits({ operator, count }: Counted, n: number): boolean {
  if (operator === 'is') return n === count
  return operator === 'over' ? n > count : n < count
}
