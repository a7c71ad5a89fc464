// A near miss: a mail that one test alone keeps from matching, while another speaks for it.
import type { Condition, Test } from '../tree.ts'

/**
 * The only test whose answer, turned round, makes the condition hold; null where it holds already, where there are several such
 * tests or none, or where no other test that should hold does.
 */
export function failingTest(condition: Condition, holds: (test: Test) => boolean): Test | null {
  const { held, pivots, isBacked } = look(condition, holds, true)
  const [pivot] = pivots
  return !held && pivot && pivots.length === 1 && isBacked ? pivot : null
}

interface Look {
  held: boolean
  /** The tests that turn this part when they turn; two are as good as many. */
  pivots: Test[]
  isBacked: boolean
}

/** `isWanted`: it stands under an even number of `none`, so that a test that holds speaks for the mail. */
function look(condition: Condition, holds: (test: Test) => boolean, isWanted: boolean): Look {
  if ('all' in condition) return lookAtGroup(condition.all, holds, isWanted, false)
  if ('any' in condition) return lookAtGroup(condition.any, holds, isWanted, true)
  if ('none' in condition) {
    const inner = lookAtGroup(condition.none, holds, !isWanted, true)
    return { ...inner, held: !inner.held }
  }
  const held = holds(condition)
  return { held, pivots: [condition], isBacked: held && isWanted }
}

/** `decider`: one part that says so decides the group. */
function lookAtGroup(parts: Condition[], holds: (test: Test) => boolean, isWanted: boolean, decider: boolean): Look {
  const deciding: Look[] = []
  const others: Look[] = []
  for (const part of parts) {
    const seen = look(part, holds, isWanted)
    ;(seen.held === decider ? deciding : others).push(seen)
    // Turning one of two leaves the other, so nothing here matters alone.
    if (deciding.length === 2) break
  }
  const turning = deciding.length === 0 ? others : deciding.length === 1 ? deciding : []
  return {
    held: deciding.length > 0 === decider,
    pivots: turning.flatMap(({ pivots }) => pivots).slice(0, 2),
    isBacked: [...deciding, ...others].some(({ isBacked }) => isBacked),
  }
}
