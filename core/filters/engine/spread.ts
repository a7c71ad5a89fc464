// Whether a regexp may have more places at once than an automaton can name, so that each letter meets each instruction.

/** What leaves open how the pattern goes on: sets of letters, repeats, and choices in a group. */
const open = /(\\[dDwWsSpP]|\[(?:\\.|[^\\\]])*\]|\.|\((?:\?[^:()]*:)?[^()|\\]*\||(?:\\.|[^\\])(?=[?*+{]))|\\./gs
/** Ten of them make a thousand states. */
const mostOpen = 10
/** One that counts to ten is ten of them. */
const countsFar = /\{(?:\d*,)?\d{2,}/

export const maySpread = (pattern: string): boolean =>
  countsFar.test(pattern) || [...pattern.matchAll(open)].filter(([, isOpen]) => isOpen !== undefined).length >= mostOpen
