// Proves that formulas contradict each other: explores every branch until each ends in a contradiction (semantic tableau).
import { atomFamily, type Literal } from './atom.ts'
import { type ProofBudget, spend } from './budget.ts'
import { authResultsClash, badgesClash, calendarsClash, hasBothPolarities } from './fact-theory.ts'
import type { Formula } from './formula.ts'
import { amountsClash, attachmentsClash, sizesClash } from './number-theory.ts'
import { textsClash } from './text-theory.ts'
import { daysClash, hoursClash } from './time-theory.ts'

export interface ProofContext {
  budget: ProofBudget
  /** The earliest day on which an email may still arrive, in days since 1970. */
  since: number | null
}

/** What must be true on one branch: literals by family, and alternatives that are still open. */
export interface OpenBranch {
  literals: ReadonlyMap<string, Literal[]>
  open: Formula[][]
}

const emptyBranch: OpenBranch = { literals: new Map(), open: [] }

/** Expands a formula once for many proofs. */
export const expandFormula = (formula: Formula): OpenBranch => addFormula(emptyBranch, formula).branch

/** True only if it is proven, within the budget, that no email satisfies the branch. */
export const canNeverMatch = (branch: OpenBranch, context: ProofContext): boolean => isClosed(branch, branch.literals.keys(), context)

/** Like `canNeverMatch` for two branches together; may miss that one of them alone is impossible. */
export function areNeverTogether(a: OpenBranch, b: OpenBranch, context: ProofContext): boolean {
  const shared = [...a.literals.keys()].filter(family => b.literals.has(family))
  const literals = new Map([...a.literals, ...b.literals])
  for (const family of shared) literals.set(family, [...(a.literals.get(family) ?? []), ...(b.literals.get(family) ?? [])])
  return isClosed({ literals, open: [...a.open, ...b.open] }, shared, context)
}

/** `changed`: the families that the last addition may have made contradictory. */
function isClosed(branch: OpenBranch, changed: Iterable<string>, context: ProofContext): boolean {
  if (!spend(context.budget)) return false
  for (const family of changed) if (familyClashes(family, branch.literals.get(family) ?? [], context)) return true
  const [first, ...others] = branch.open.toSorted((a, b) => a.length - b.length)
  if (!first) return false
  const rest = { literals: branch.literals, open: others }
  return first.every(choice => {
    const next = addFormula(rest, choice)
    return isClosed(next.branch, next.changed, context)
  })
}

function addFormula(branch: OpenBranch, formula: Formula): { branch: OpenBranch; changed: Set<string> } {
  const literals = new Map(branch.literals)
  const open = [...branch.open]
  const changed = new Set<string>()
  const add = (part: Formula): void => {
    if ('and' in part) return part.and.forEach(add)
    const single = 'or' in part && part.or.length === 1 ? part.or[0] : undefined
    if (single) return add(single)
    if ('or' in part) return void open.push(part.or)
    const family = atomFamily(part.literal.atom)
    literals.set(family, [...(literals.get(family) ?? []), part.literal])
    changed.add(family)
  }
  add(formula)
  return { branch: { literals, open }, changed }
}

function familyClashes(family: string, literals: Literal[], { budget, since }: ProofContext): boolean {
  if (!spend(budget, literals.length)) return false
  switch (family) {
    case 'size':
      return sizesClash(literals)
    case 'attachments':
      return attachmentsClash(literals) || textsClash(literals, budget)
    case 'amount':
      return amountsClash(literals)
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
      return literals.some(({ atom }) => 'field' in atom) ? textsClash(literals, budget) : hasBothPolarities(literals)
  }
}
