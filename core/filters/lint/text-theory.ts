// Which tests of texts rule each other out.
import type { Literal, TextAtom } from './atom.ts'
import { type ProofBudget, spend } from './budget.ts'
import { isPart, isSingle } from './fields.ts'
import { areApart, fitsBothReadings, isWithin, type WantedWords } from './words.ts'

type WordsAtom = Extract<TextAtom, { kind: 'words' }>

/** Can these never be true of one mail together? False where it is not sure. */
export function textsClash(literals: Literal[], budget: ProofBudget): boolean {
  const atoms = literals.flatMap(({ atom, held }) => ('field' in atom ? [{ atom, held }] : []))
  const denied = atoms.filter(({ held }) => !held).map(({ atom }) => atom)
  const wanted = atoms.filter(({ held }) => held).map(({ atom }) => atom)
  if (denied.some(alwaysHolds) || wanted.some(neverHolds)) return true
  return wanted.some(atom => isRuledOut(atom, denied, budget)) || somePairClashes(wanted, denied, budget)
}

const neverHolds = (atom: TextAtom): boolean =>
  (atom.kind === 'words' && atom.wanted.length === 0) ||
  (atom.kind === 'pattern' && atom.patterns.length === 0) ||
  (atom.kind === 'listed' && ![...atom.words].some(word => word !== ''))

const alwaysHolds = (atom: TextAtom): boolean =>
  isSingle(atom.field) &&
  ((atom.kind === 'words' && atom.wanted.some(isAnything)) || (atom.kind === 'pattern' && atom.patterns.includes('.*')))

/** Is each way for `atom` to hold one in which something that is denied holds? */
function isRuledOut(atom: TextAtom, denied: TextAtom[], budget: ProofBudget): boolean {
  const around = denied.filter(other => isPart(atom.field, other.field))
  if (around.some(other => other.kind === 'present' && showsPresence(atom, other.field))) return true
  switch (atom.kind) {
    case 'words':
      return atom.wanted.every(value => around.some(other => isCovered(value, other, budget)))
    case 'pattern':
      return atom.patterns.every(pattern => around.some(other => other.kind === 'pattern' && other.patterns.includes(pattern)))
    case 'listed':
      return around.some(other => other.kind === 'listed' && spend(budget, atom.words.size) && atom.words.isSubsetOf(other.words))
    case 'present':
      return false
  }
}

function isCovered(value: WantedWords, other: TextAtom, budget: ProofBudget): boolean {
  return other.kind === 'words' && other.wanted.some(wider => spend(budget) && isWithin(value, wider))
}

/** A header is there also when it is empty; anything else is there when there is a letter to see. */
function showsPresence(atom: TextAtom, field: string): boolean {
  if (field.startsWith('header ')) return true
  if (atom.kind === 'words') return !atom.wanted.some(isAnything)
  return atom.kind === 'listed' || (atom.kind === 'present' && !atom.field.startsWith('header '))
}

/** Two tests of a field that has one text, of which no two values go together. */
function somePairClashes(wanted: TextAtom[], denied: TextAtom[], budget: ProofBudget): boolean {
  const left = wanted.flatMap(atom => (atom.kind === 'words' && isSingle(atom.field) ? [leftOf(atom, denied, budget)] : []))
  return left.some((a, i) =>
    left.slice(i + 1).some(b => a.field === b.field && a.wanted.every(one => b.wanted.every(two => spend(budget) && clash(one, two)))),
  )
}

function leftOf({ field, wanted }: WordsAtom, denied: TextAtom[], budget: ProofBudget): { field: string; wanted: WantedWords[] } {
  const around = denied.filter(other => other.field === field)
  return { field, wanted: wanted.filter(value => !around.some(other => isCovered(value, other, budget))) }
}

const clash = (a: WantedWords, b: WantedWords): boolean => areApart(a, b) && fitsBothReadings(a) && fitsBothReadings(b)

const isAnything = ({ operator, value }: WantedWords): boolean => operator === 'wildcard' && /^\*+$/.test(value)
