// Whether formulas can never hold together: all ways for them to hold are tried until each has run into a contradiction.
import { familyOf, type Literal } from './atom.ts'
import { type ProofBudget, spend } from './budget.ts'
import { authResultsClash, badgesClash, bothClash, calendarsClash } from './fact-theory.ts'
import type { Formula } from './formula.ts'
import { attachmentsClash, sizesClash } from './number-theory.ts'
import { textsClash } from './text-theory.ts'
import { daysClash, hoursClash } from './time-theory.ts'

export interface ProofContext {
  budget: ProofBudget
  /** The first day on which mail may still arrive, in days since 1970. */
  since: number | null
}

/** What must be true on one way: tests by their family, and choices that are still open. */
export interface OpenBranch {
  literals: ReadonlyMap<string, Literal[]>
  open: Formula[][]
}

const nothing: OpenBranch = { literals: new Map(), open: [] }

/** A formula laid out, to be asked about many times. */
export const layOut = (formula: Formula): OpenBranch => added(nothing, formula).way

/** True only when it is proven, within the budget, that no mail fits the way. */
export const isNever = (way: OpenBranch, question: ProofContext): boolean => isClosed(way, way.literals.keys(), question)

/** The same of two ways at once. Where one alone is never, it may be missed. */
export function areNever(a: OpenBranch, b: OpenBranch, question: ProofContext): boolean {
  const shared = [...a.literals.keys()].filter(family => b.literals.has(family))
  const literals = new Map([...a.literals, ...b.literals])
  for (const family of shared) literals.set(family, [...(a.literals.get(family) ?? []), ...(b.literals.get(family) ?? [])])
  return isClosed({ literals, open: [...a.open, ...b.open] }, shared, question)
}

/** `changed` are the families that may clash by what was added last. */
function isClosed(way: OpenBranch, changed: Iterable<string>, question: ProofContext): boolean {
  if (!spend(question.budget)) return false
  for (const family of changed) if (familyClashes(family, way.literals.get(family) ?? [], question)) return true
  const [first, ...others] = way.open.toSorted((a, b) => a.length - b.length)
  if (!first) return false
  const rest = { literals: way.literals, open: others }
  return first.every(choice => {
    const next = added(rest, choice)
    return isClosed(next.way, next.changed, question)
  })
}

function added(before: OpenBranch, formula: Formula): { way: OpenBranch; changed: Set<string> } {
  const literals = new Map(before.literals)
  const open = [...before.open]
  const changed = new Set<string>()
  const add = (part: Formula): void => {
    if ('and' in part) return part.and.forEach(add)
    const only = 'or' in part && part.or.length === 1 ? part.or[0] : undefined
    if (only) return add(only)
    if ('or' in part) return void open.push(part.or)
    const family = familyOf(part.literal.atom)
    literals.set(family, [...(literals.get(family) ?? []), part.literal])
    changed.add(family)
  }
  add(formula)
  return { way: { literals, open }, changed }
}

function familyClashes(family: string, literals: Literal[], { budget, since }: ProofContext): boolean {
  if (!spend(budget, literals.length)) return false
  switch (family) {
    case 'size':
      return sizesClash(literals)
    case 'attachments':
      return attachmentsClash(literals) || textsClash(literals, budget)
    case 'day':
      return daysClash(literals, since)
    case 'hour':
      return hoursClash(literals)
    case 'auth':
      return authResultsClash(literals)
    case 'badge':
      return badgesClash(literals)
    case 'calendar':
      return calendarsClash(literals)
    default:
      return literals.some(({ atom }) => 'place' in atom) ? textsClash(literals, budget) : bothClash(literals)
  }
}
