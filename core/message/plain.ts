// A line as the word lists of this folder have it.

/** Small letters without the invisible marks that turn the direction of writing; a Turkish İ is an i, an apostrophe a curly one. */
export function plain(text: string): string {
  const folded = isAscii(text) ? text : text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return folded.trim().toLowerCase().replaceAll('i\u0307', 'i').replaceAll("'", '’')
}

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text)
