// A seeded random generator: the same seed gives the same faults.

export type SeededRandom = { next: () => number; happens: (percent: number) => boolean }

/** Mulberry32: numbers in [0, 1). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, happens: percent => percent >= 100 || next() * 100 < percent }
}
