// Detects regexps whose automaton may have too many states, so that each character meets each instruction.

/** The parts of a pattern that multiply states: character classes, repeats, and alternatives in a group. */
const multiplier = /(\\[dDwWsSpP]|\[(?:\\.|[^\\\]])*\]|\.|\((?:\?[^:()]*:)?[^()|\\]*\||(?:\\.|[^\\])(?=[?*+{]))|\\./gs
/** Ten of them give a thousand states. */
const mostMultipliers = 10
/** A repeat of ten or more counts as ten of them. */
const hasLargeRepeat = /\{(?:\d*,)?\d{2,}/

export const mayExplode = (pattern: string): boolean =>
  hasLargeRepeat.test(pattern) ||
  [...pattern.matchAll(multiplier)].filter(([, isMultiplier]) => isMultiplier !== undefined).length >= mostMultipliers
