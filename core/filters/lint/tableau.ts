// Whether formulas can never hold together: all ways for them to hold are tried until each has run into a contradiction.
import { familyOf, type Literal } from './atom.ts'
import { type Budget, spend } from './budget.ts'
import { bothClash, calendarsClash, verdictsClash } from './fact-theory.ts'
import type { Formula } from './formula.ts'
import { attachmentsClash, sizesClash } from './number-theory.ts'
import { textsClash } from './text-theory.ts'
import { daysClash, hoursClash } from './time-theory.ts'

export interface Question {
  budget: Budget
  /** The first day on which mail may still arrive, in days since 1970. */
  since: number | null
}

/** True only when it is proven, within the budget, that no mail fits all of them. */
export const neverTogether = (formulas: Formula[], question: Question): boolean =>
  isClosed({ literals: new Map(), open: [] }, formulas, question)

/** What must be true on one way: tests by their family, and choices that are still open. */
interface Way {
  literals: ReadonlyMap<string, Literal[]>
  open: Formula[][]
}

function isClosed(before: Way, formulas: Formula[], question: Question): boolean {
  const way = { literals: new Map(before.literals), open: [...before.open] }
  const changed = new Set<string>()
  addAll(way, formulas, changed)
  if (!spend(question.budget)) return false
  if ([...changed].some(family => familyClashes(family, way.literals.get(family) ?? [], question))) return true
  const narrowest = way.open.toSorted((a, b) => a.length - b.length)[0]
  if (!narrowest) return false
  const rest = { literals: way.literals, open: way.open.filter(choice => choice !== narrowest) }
  return narrowest.every(choice => isClosed(rest, [choice], question))
}

function addAll(way: { literals: Map<string, Literal[]>; open: Formula[][] }, formulas: Formula[], changed: Set<string>): void {
  for (const formula of formulas) {
    if ('and' in formula) addAll(way, formula.and, changed)
    else if ('or' in formula) {
      const [only, ...others] = formula.or
      if (only && others.length === 0) addAll(way, [only], changed)
      else way.open.push(formula.or)
    } else {
      const family = familyOf(formula.literal.atom)
      way.literals.set(family, [...(way.literals.get(family) ?? []), formula.literal])
      changed.add(family)
    }
  }
}

function familyClashes(family: string, literals: Literal[], { budget, since }: Question): boolean {
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
      return verdictsClash(literals)
    case 'calendar':
      return calendarsClash(literals)
    default:
      return literals.some(({ atom }) => 'place' in atom) ? textsClash(literals, budget) : bothClash(literals)
  }
}
