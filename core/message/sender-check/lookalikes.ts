// What letters look like: the same shape for what an eye takes for the same.

/** Letters of other alphabets that look like one of ours in common type (after Unicode UTS #39, the ones that domains are made of). */
const alike: Record<string, string> = {
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

const shapes = new Map(Object.entries(alike).flatMap(([letter, others]) => Array.from(others, other => [other, letter] as const)))
/** Letters with a stroke, which do not come apart into letter and mark. */
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

/** Equal for texts that are easily taken for each other: `раypaI` and `paypal`, `rn` and `m`. */
export const shapeOf = (text: string): string =>
  (/^[ -~]*$/.test(text) ? text : plainOf(text))
    .toLowerCase()
    .replace(/[1|i]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')

function plainOf(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
  return Array.from(letters, letter => shapes.get(letter) ?? struck.get(letter) ?? letter).join('')
}

const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** Whether it mixes alphabets whose letters look alike: no language writes one word so. */
export const isMixed = (label: string): boolean => scripts.filter(script => script.test(label)).length > 1

const homes: [RegExp, RegExp][] = [
  [/\p{Script=Cyrillic}/u, /(?:^|\.)(?:ru|su|ua|by|bg|rs|mk|kz|kg|mn|tj|me|ba|xn--.*|\P{ASCII}.*)$/u],
  [/\p{Script=Greek}/u, /(?:^|\.)(?:gr|cy|eu|xn--.*|\P{ASCII}.*)$/u],
]

/** Whether all of it is of another alphabet and yet reads as ours: `аррӏе` under a suffix where nobody expects that alphabet. */
export function isDisguised(label: string, suffix: string): boolean {
  if (!homes.some(([script, home]) => script.test(label) && !home.test(suffix))) return false
  return /^[a-z\d-]+$/.test(shapeOf(label))
}
