// What is sure of conditions, whatever mail comes: never, always, and one whenever the other.
import type { Condition, Lists } from '../tree.ts'
import { familyOf } from './atom.ts'
import type { ProofBudget } from './budget.ts'
import { type Formula, formulaOf } from './formula.ts'
import { areNever, isNever, layOut, type OpenBranch, type ProofContext } from './tableau.ts'

/** A condition and its opposite, ready to be asked about. */
export interface Claim {
  holds: OpenBranch
  fails: OpenBranch
  families: ReadonlySet<string>
}

export function claimOf(condition: Condition, lists: Lists): Claim {
  const holds = formulaOf(condition, true, lists)
  return { holds: layOut(holds), fails: layOut(formulaOf(condition, false, lists)), families: new Set(familiesIn(holds)) }
}

function familiesIn(formula: Formula): string[] {
  if ('literal' in formula) return [familyOf(formula.literal.atom)]
  return ('and' in formula ? formula.and : formula.or).flatMap(familiesIn)
}

/** Steps that one question may take. */
const mostSteps = 20_000

/** Asks until `total` is spent: from then on nothing is proven. All answers are sure when true, and mean nothing when false. */
export function openReasoner(since: number | null, total: ProofBudget) {
  const ask = (question: (asked: ProofContext) => boolean): boolean => {
    const budget = { left: Math.min(mostSteps, total.left) }
    const before = budget.left
    const isProven = question({ budget, since })
    total.left -= before - budget.left
    return isProven
  }
  return {
    never: (claim: Claim): boolean => ask(asked => isNever(claim.holds, asked)),
    always: (claim: Claim): boolean => ask(asked => isNever(claim.fails, asked)),
    /** Are there no mails on which both hold? */
    excludes: (a: Claim, b: Claim): boolean => ask(asked => areNever(a.holds, b.holds, asked)),
    /** Does `b` hold on every mail on which `a` holds? */
    isWithin: (a: Claim, b: Claim): boolean => !a.families.isDisjointFrom(b.families) && ask(asked => areNever(a.holds, b.fails, asked)),
  }
}
export type Reasoner = ReturnType<typeof openReasoner>
