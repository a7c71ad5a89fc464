// A line as the word lists of this folder have it.

/** Small letters without the invisible marks that turn the direction of writing; a Turkish İ is an i, an apostrophe a curly one. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll("'", '’')
