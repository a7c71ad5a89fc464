// Makes a filter name from any text: one line, cut to the maximum length without splitting a character.
const maxNameCharacters = 80

export const toShortName = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxNameCharacters)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
