// What gathers while filters are written as Sieve: the extensions that are needed, and what is said but nearly or not at all.
import type { Warning } from '../exchange/imported.ts'
import type { Lists } from '../tree.ts'

export interface SieveWriter {
  needs: Set<string>
  warnings: Warning[]
  lists: Lists
  /** Of the filter that is being written. */
  filterName: string
}

export const openWriter = (lists: Lists): SieveWriter => ({ needs: new Set(), warnings: [], lists, filterName: '' })

/** The script says nearly the same. */
export function nearly(writer: SieveWriter, code: string, values: Warning['values'] = {}): void {
  const warning = { code: `sieve.${code}`, at: { start: 0, end: 0 }, values: { filter: writer.filterName, ...values } }
  const isSame = (other: Warning) => other.code === warning.code && JSON.stringify(other.values) === JSON.stringify(warning.values)
  if (!writer.warnings.some(isSame)) writer.warnings.push(warning)
}

/** The script cannot say it; then the filter is written switched off. */
export function unsayable(writer: SieveWriter, what: string): null {
  nearly(writer, 'not_in_sieve', { what })
  return null
}

export function need(writer: SieveWriter, ...extensions: string[]): void {
  for (const extension of extensions) writer.needs.add(extension)
}

/** One line, whatever the text holds; what would be read as an encoded letter is written as one (RFC 5228 §2.4.2.4). */
export function quoted(text: string, writer: SieveWriter): string {
  const plain = text.replace(/[\\"]/g, '\\$&')
  const encoded = plain.replace(/\p{Cc}+|\$(?=\{(?:unicode|hex):)/giu, unicode)
  if (encoded !== plain) need(writer, 'encoded-character')
  return `"${encoded}"`
}

export const quotedList = (texts: string[], writer: SieveWriter): string =>
  texts.length === 1 ? quoted(texts[0] ?? '', writer) : `[${texts.map(text => quoted(text, writer)).join(', ')}]`

const unicode = (letters: string): string => `\${unicode:${Array.from(letters, letter => letter.charCodeAt(0).toString(16)).join(' ')}}`

/** A text in a pattern of `:matches`, where a star, a question mark and a backslash would mean something. */
export const asIs = (text: string): string => text.replace(/[\\*?]/g, '\\$&')

export function oneOf(how: 'anyof' | 'allof', tests: string[]): string {
  return tests.length === 1 ? (tests[0] ?? 'false') : `${how}(${tests.join(', ')})`
}
