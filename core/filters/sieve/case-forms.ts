// Lists the upper- and lower-case forms of a value, because Sieve ignores case only for ASCII letters.

const mostForms = 16

/** All forms, the value itself first; null if there are too many. */
export function caseForms(value: string): string[] | null {
  let forms = ['']
  for (const character of value.replace(/\s+/g, ' ')) {
    const cases = casesOf(character)
    if (forms.length * cases.length > mostForms) return null
    forms = cases.flatMap(one => forms.map(form => form + one))
  }
  return forms
}

/** The forms that people usually write: as it is, lower case, upper case and title case. */
export function commonForms(value: string): string[] {
  const lowerCase = value.replace(/\s+/g, ' ').toLowerCase()
  const titleCase = lowerCase.replace(/(^|\s)(\S)/gu, (_, before: string, character: string) => before + character.toUpperCase())
  return [...new Set([value.replace(/\s+/g, ' '), lowerCase, value.toUpperCase(), titleCase])]
}

/** Removes values that differ from an earlier one only in the case of non-ASCII letters. */
export function dropCaseForms(values: string[]): string[] {
  const seen = new Set<string>()
  return values.filter(value => {
    const upperCase = value.toUpperCase().replaceAll('ẞ', 'SS')
    if (!/[^\0-\x7f]/.test(value)) return !seen.has(upperCase)
    return !seen.has(upperCase) && seen.add(upperCase)
  })
}

/** One letter may have two characters in upper case, and two lower-case letters may share one upper-case letter. */
function casesOf(character: string): string[] {
  if (character <= '\x7f') return [character]
  const group = ['σςΣ', 'ßẞ'].find(characters => characters.includes(character)) ?? ''
  return [...new Set([character, ...Array.from(group), character.toLowerCase(), character.toUpperCase()])]
}
