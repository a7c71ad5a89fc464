// Normalizes a line of text so that it can be compared with the word lists in this folder.

/** Lower-cased, without invisible direction marks; a Turkish İ becomes i, a straight apostrophe a curly one. */
export function normalizeLine(text: string): string {
  const normalized = isAscii(text) ? text : text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return normalized.trim().toLowerCase().replaceAll('i\u0307', 'i').replaceAll("'", '’')
}

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text)
