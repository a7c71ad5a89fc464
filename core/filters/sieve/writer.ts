// Collects the required extensions and warnings while filters are written as Sieve.
import type { Warning } from '../exchange/imported.ts'
import type { Lists } from '../tree.ts'

export interface SieveWriter {
  needs: Set<string>
  warnings: Warning[]
  lists: Lists
  /** The name of the filter being written. */
  filterName: string
}

export const newWriter = (lists: Lists): SieveWriter => ({ needs: new Set(), warnings: [], lists, filterName: '' })

/** Warns that the script is only approximately the same. */
export function warnApproximate(writer: SieveWriter, code: string, values: Warning['values'] = {}): void {
  const warning = { code: `sieve.${code}`, at: { start: 0, end: 0 }, values: { filter: writer.filterName, ...values } }
  const sameTexts = (other: Warning) => other.code === warning.code && JSON.stringify(other.values) === JSON.stringify(warning.values)
  if (!writer.warnings.some(sameTexts)) writer.warnings.push(warning)
}

/** Warns that Sieve has no equivalent; the filter is then written disabled. */
export function unsupported(writer: SieveWriter, what: string): null {
  warnApproximate(writer, 'not_in_sieve', { what })
  return null
}

export function requireExtension(writer: SieveWriter, ...extensions: string[]): void {
  for (const extension of extensions) writer.needs.add(extension)
}

/** Quotes a text on one line; text that looks like an encoded character is encoded itself (RFC 5228 §2.4.2.4). */
export function quote(text: string, writer: SieveWriter): string {
  const plain = text.replace(/[\\"]/g, '\\$&')
  const encoded = plain.replace(/\p{Cc}+|\$(?=\{(?:unicode|hex):)/giu, encodeCharacters)
  if (encoded !== plain) requireExtension(writer, 'encoded-character')
  return `"${encoded}"`
}

export const quoteList = (texts: string[], writer: SieveWriter): string =>
  texts.length === 1 ? quote(texts[0] ?? '', writer) : `[${texts.map(text => quote(text, writer)).join(', ')}]`

const encodeCharacters = (characters: string): string =>
  `\${unicode:${Array.from(characters, character => character.charCodeAt(0).toString(16)).join(' ')}}`

/** Escapes a text for `:matches`, where stars, question marks and backslashes are special. */
export const escapeWildcards = (text: string): string => text.replace(/[\\*?]/g, '\\$&')

export function joinTests(operator: 'anyof' | 'allof', tests: string[]): string {
  return tests.length === 1 ? (tests[0] ?? 'false') : `${operator}(${tests.join(', ')})`
}
