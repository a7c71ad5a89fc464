// Reduces text to a visual shape that is equal for lookalikes, and detects mixed and disguised alphabets.

/** Letters of other alphabets that look like Latin ones (from Unicode UTS #39, limited to those allowed in domains). */
const lookalikes: Record<string, string> = {
  a: 'аɑα',
  b: 'ƅьв',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еҽєε',
  f: 'ƒ',
  g: 'ɡց',
  h: 'һհ',
  j: 'јϳ',
  k: 'кκ',
  l: 'іıӏɩι',
  m: 'м',
  n: 'пոռ',
  o: 'оοօσ๐ഠ',
  p: 'рρ',
  q: 'ԛգ',
  r: 'гᴦ',
  s: 'ѕꜱ',
  t: 'тτ',
  u: 'υսʋ',
  v: 'νѵ',
  w: 'ԝѡω',
  x: 'хχ×',
  y: 'уүγ',
  z: 'ᴢ',
}

const letterShapes = new Map(
  Object.entries(lookalikes).flatMap(([letter, others]) => Array.from(others, other => [other, letter] as const)),
)
/** Letters that do not decompose into a letter and a mark. */
const struck = new Map([
  ['ø', 'o'],
  ['đ', 'd'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
])

/** Equal for texts that look alike: `раypaI` and `paypal`, `rn` and `m`. */
export const toVisualShape = (text: string): string =>
  (/^[ -~]*$/.test(text) ? text : toLatinLetters(text))
    .toLowerCase()
    .replace(/[1|i]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')

function toLatinLetters(text: string): string {
  const decomposed = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
  return Array.from(decomposed, letter => letterShapes.get(letter) ?? struck.get(letter) ?? letter).join('')
}

const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** Mixes alphabets with similar letters, which no language does within a word. */
export const isMixed = (label: string): boolean => scripts.filter(script => script.test(label)).length > 1

const homeSuffixes: [RegExp, RegExp][] = [
  [/\p{Script=Cyrillic}/u, /(?:^|\.)(?:ru|su|ua|by|bg|rs|mk|kz|kg|mn|tj|me|ba|xn--.*|\P{ASCII}.*)$/u],
  [/\p{Script=Greek}/u, /(?:^|\.)(?:gr|cy|eu|xn--.*|\P{ASCII}.*)$/u],
]

/** Entirely in another alphabet but reads as Latin: `аррӏе` under a suffix where nobody expects that alphabet. */
export function isDisguised(label: string, suffix: string): boolean {
  if (!homeSuffixes.some(([script, home]) => script.test(label) && !home.test(suffix))) return false
  return /^[a-z\d-]+$/.test(toVisualShape(label))
}
