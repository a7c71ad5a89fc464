// Proves facts about conditions that are true for every email: never matches, always matches, or implies another.
import type { Condition, Lists } from '../tree.ts'
import { atomFamily } from './atom.ts'
import type { ProofBudget } from './budget.ts'
import { type Formula, toFormula } from './formula.ts'
import { areNeverTogether, canNeverMatch, expandFormula, type OpenBranch, type ProofContext } from './tableau.ts'

/** A condition and its opposite, prepared for proofs. */
export interface Claim {
  holds: OpenBranch
  fails: OpenBranch
  families: ReadonlySet<string>
}

export function toClaim(condition: Condition, lists: Lists): Claim {
  const holds = toFormula(condition, true, lists)
  return { holds: expandFormula(holds), fails: expandFormula(toFormula(condition, false, lists)), families: new Set(familiesIn(holds)) }
}

function familiesIn(formula: Formula): string[] {
  if ('literal' in formula) return [atomFamily(formula.literal.atom)]
  return ('and' in formula ? formula.and : formula.or).flatMap(familiesIn)
}

/** The step limit of one proof. */
const mostSteps = 20_000

/** Proves until `total` is spent, then proves nothing more. A true answer is certain; a false one means nothing. */
export function newReasoner(since: number | null, total: ProofBudget) {
  const prove = (proof: (context: ProofContext) => boolean): boolean => {
    const budget = { left: Math.min(mostSteps, total.left) }
    const budgeted = budget.left
    const isProven = proof({ budget, since })
    total.left -= budgeted - budget.left
    return isProven
  }
  return {
    never: (claim: Claim): boolean => prove(context => canNeverMatch(claim.holds, context)),
    always: (claim: Claim): boolean => prove(context => canNeverMatch(claim.fails, context)),
    /** Whether no email matches both. */
    excludes: (a: Claim, b: Claim): boolean => prove(context => areNeverTogether(a.holds, b.holds, context)),
    /** Whether every email that matches `a` also matches `b`. */
    isWithin: (a: Claim, b: Claim): boolean =>
      !a.families.isDisjointFrom(b.families) && prove(context => areNeverTogether(a.holds, b.fails, context)),
  }
}
export type Reasoner = ReturnType<typeof newReasoner>
