// Folds a word to the form that rules compare: lower case, no accents, one spelling for letters that people mix up.

/** Arabic alef with hamza, ta marbuta and alef maksura are written either way. */
export const foldWord = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replaceAll('\u0649', '\u064a')
    .replaceAll('\u0629', '\u0647')
    .replaceAll('’', "'")
    .toLowerCase()
