// A random number generator that returns the same numbers on every run (Numerical Recipes' generator).

export interface Chance {
  /** From 0 up to 1. */
  next(): number
  /** A whole number below `end`. */
  below(end: number): number
  one<T>(of: readonly [T, ...T[]]): T
}

export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return { next, below, one: of => of[below(of.length)] ?? of[0] }
}
