// Sieve compares the 26 letters alone without regard to case; other letters are written in each case they may come in.

const mostForms = 16

/** The value first; null where there are too many of them. */
export function caseForms(value: string): string[] | null {
  let forms = ['']
  for (const letter of value.replace(/\s+/g, ' ')) {
    const cases = casesOf(letter)
    if (forms.length * cases.length > mostForms) return null
    forms = cases.flatMap(one => forms.map(form => form + one))
  }
  return forms
}

/** Those that people write: as it is, all small, all capitals, and each word with one. */
export function usualForms(value: string): string[] {
  const small = value.replace(/\s+/g, ' ').toLowerCase()
  const capitalised = small.replace(/(^|\s)(\S)/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
  return [...new Set([value.replace(/\s+/g, ' '), small, value.toUpperCase(), capitalised])]
}

/** Values that are one but for the case of such letters, once. */
export function withoutForms(values: string[]): string[] {
  const known = new Set<string>()
  return values.filter(value => {
    const capitals = value.toUpperCase().replaceAll('ẞ', 'SS')
    if (!/[^\0-\x7f]/.test(value)) return !known.has(capitals)
    return !known.has(capitals) && known.add(capitals)
  })
}

/** One letter may be two in capitals, and two small letters one capital. */
function casesOf(letter: string): string[] {
  if (letter <= '\x7f') return [letter]
  const alike = ['σςΣ', 'ßẞ'].find(letters => letters.includes(letter)) ?? ''
  return [...new Set([letter, ...Array.from(alike), letter.toLowerCase(), letter.toUpperCase()])]
}
