// What an answer quotes of the mail before it.

const mostLines = 200
const mostLetters = 8 * 1024

/** The lines with a sign before each, without the blank ones at the ends; `rest` stands for what is left out. */
export function quoted(body: string, rest: string): string {
  const text = body
    .slice(0, mostLetters + 1)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\p{Cc}]/gu, letter => (letter === '\n' ? letter : ' '))
  const lines = text
    .slice(0, mostLetters)
    .replace(/^\s*\n|\s+$/g, '')
    .split('\n')
  if (lines.every(line => line.trim() === '')) return ''
  const isCut = body.length > mostLetters || lines.length > mostLines
  const kept = isCut ? [...lines.slice(0, mostLines), rest] : lines
  return kept.map(line => (line.startsWith('>') ? `>${line}` : `> ${line}`).trimEnd()).join('\n')
}
