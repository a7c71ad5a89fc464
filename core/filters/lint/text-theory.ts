// Detects text tests that contradict each other.
import type { Literal, TextAtom } from './atom.ts'
import { type ProofBudget, spend } from './budget.ts'
import { areApart, fitsBothReadings, isWithin, type WantedWords } from './words.ts'

type WordsAtom = Extract<TextAtom, { kind: 'words' }>

/** Whether no email can satisfy all of these; false if uncertain. */
export function textsClash(literals: Literal[], budget: ProofBudget): boolean {
  const atoms = literals.flatMap(({ atom, held }) => ('field' in atom ? [{ atom, held }] : []))
  const negated = atoms.filter(({ held }) => !held).map(({ atom }) => atom)
  const wanted = atoms.filter(({ held }) => held).map(({ atom }) => atom)
  if (negated.some(alwaysHolds) || wanted.some(neverHolds)) return true
  return wanted.some(atom => isRuledOut(atom, negated, budget)) || somePairClashes(wanted, negated, budget)
}

const neverHolds = (atom: TextAtom): boolean =>
  (atom.kind === 'words' && atom.wanted.length === 0) ||
  (atom.kind === 'pattern' && atom.patterns.length === 0) ||
  (atom.kind === 'listed' && ![...atom.words].some(word => word !== ''))

const alwaysHolds = (atom: TextAtom): boolean =>
  hasSingleText(atom.field) &&
  ((atom.kind === 'words' && atom.wanted.some(isAnything)) || (atom.kind === 'pattern' && atom.patterns.includes('.*')))

/** Whether every match of `atom` is also a match of some negated atom. */
function isRuledOut(atom: TextAtom, negated: TextAtom[], budget: ProofBudget): boolean {
  const enclosing = negated.filter(other => isContainedIn(atom.field, other.field))
  if (enclosing.some(other => other.kind === 'present' && impliesPresence(atom, other.field))) return true
  switch (atom.kind) {
    case 'words':
      return atom.wanted.every(value => enclosing.some(other => isCovered(value, other, budget)))
    case 'pattern':
      return atom.patterns.every(pattern => enclosing.some(other => other.kind === 'pattern' && other.patterns.includes(pattern)))
    case 'listed':
      return enclosing.some(other => other.kind === 'listed' && spend(budget, atom.words.size) && atom.words.isSubsetOf(other.words))
    case 'present':
      return false
  }
}

function isCovered(value: WantedWords, other: TextAtom, budget: ProofBudget): boolean {
  return other.kind === 'words' && other.wanted.some(broader => spend(budget) && isWithin(value, broader))
}

/** A header is present even if it is empty; any other field only if it has a visible character. */
function impliesPresence(atom: TextAtom, field: string): boolean {
  if (field.startsWith('header ')) return true
  if (atom.kind === 'words') return !atom.wanted.some(isAnything)
  return atom.kind === 'listed' || (atom.kind === 'present' && !atom.field.startsWith('header '))
}

/** Finds two tests of a single-text field whose values all contradict each other. */
function somePairClashes(wanted: TextAtom[], negated: TextAtom[], budget: ProofBudget): boolean {
  const remaining = wanted.flatMap(atom =>
    atom.kind === 'words' && hasSingleText(atom.field) ? [remainingValues(atom, negated, budget)] : [],
  )
  return remaining.some((a, i) =>
    remaining
      .slice(i + 1)
      .some(b => a.field === b.field && a.wanted.every(one => b.wanted.every(two => spend(budget) && valuesClash(one, two)))),
  )
}

function remainingValues({ field, wanted }: WordsAtom, negated: TextAtom[], budget: ProofBudget): { field: string; wanted: WantedWords[] } {
  const enclosing = negated.filter(other => other.field === field)
  return { field, wanted: wanted.filter(value => !enclosing.some(other => isCovered(value, other, budget))) }
}

const valuesClash = (a: WantedWords, b: WantedWords): boolean => areApart(a, b) && fitsBothReadings(a) && fitsBothReadings(b)

const isAnything = ({ operator, value }: WantedWords): boolean => operator === 'wildcard' && /^\*+$/.test(value)

/** Fields with exactly one text in every email. */
const singleFields = new Set(['subject', 'body', 'whole_body'])
const hasSingleText = (field: string): boolean => singleFields.has(field)

const enclosingFields: Record<string, string> = { to: 'recipient', cc: 'recipient', 'header list-id': 'list' }

/** Whether every text of `inner` is also a text of `outer`. */
const isContainedIn = (inner: string, outer: string): boolean => inner === outer || enclosingFields[inner] === outer
