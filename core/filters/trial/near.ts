// Finds near misses: emails that a single test keeps from matching although another test matches.
import type { Condition, Test } from '../tree.ts'

/**
 * The only test whose opposite result would make the condition match; null if it matches already, if there are several such tests or
 * none, or if no other wanted test matches.
 */
export function failingTest(condition: Condition, holds: (test: Test) => boolean): Test | null {
  const { held, pivots, isBacked } = inspect(condition, holds, true)
  const [pivot] = pivots
  return !held && pivot && pivots.length === 1 && isBacked ? pivot : null
}

interface Inspection {
  held: boolean
  /** The tests that would flip this part's result; at most two are collected. */
  pivots: Test[]
  isBacked: boolean
}

/** `isWanted`: the condition is inside an even number of `none` groups, so a matching test speaks for the email. */
function inspect(condition: Condition, holds: (test: Test) => boolean, isWanted: boolean): Inspection {
  if ('all' in condition) return inspectGroup(condition.all, holds, isWanted, false)
  if ('any' in condition) return inspectGroup(condition.any, holds, isWanted, true)
  if ('none' in condition) {
    const inner = inspectGroup(condition.none, holds, !isWanted, true)
    return { ...inner, held: !inner.held }
  }
  const held = holds(condition)
  return { held, pivots: [condition], isBacked: held && isWanted }
}

/** `decider`: the result of a single part that decides the group. */
function inspectGroup(parts: Condition[], holds: (test: Test) => boolean, isWanted: boolean, decider: boolean): Inspection {
  const deciding: Inspection[] = []
  const others: Inspection[] = []
  for (const part of parts) {
    const inspected = inspect(part, holds, isWanted)
    ;(inspected.held === decider ? deciding : others).push(inspected)
    // With two deciding parts, flipping one changes nothing.
    if (deciding.length === 2) break
  }
  const flippable = deciding.length === 0 ? others : deciding.length === 1 ? deciding : []
  return {
    held: deciding.length > 0 === decider,
    pivots: flippable.flatMap(({ pivots }) => pivots).slice(0, 2),
    isBacked: [...deciding, ...others].some(({ isBacked }) => isBacked),
  }
}
