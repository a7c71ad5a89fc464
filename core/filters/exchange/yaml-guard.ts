// Looks over a YAML text before the parser does, which some texts of a few hundred letters keep busy for minutes.
import type { Warning } from './imported.ts'
import { warning } from './problem.ts'

const deepest = 24
const widestIndent = 400
/** A block of text, and how far its lines stand in. */
const opensText = /(?:^|[-:]\s+)[|>][0-9+-]*\s*(#.*)?$/
const dashes = /^\s*(?:-\s+)*/
/** Only at the start of a value are quotes more than letters. */
const quoted = /(?<=(?:^|[[{,]|[-:]\s)\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')/g

/**
 * Null for a text that may be parsed. Refused: explicit keys, anchors, aliases, tags, directives, and nesting that no filter
 * needs. Linear time.
 */
export function refusedYaml(text: string): Warning | null {
  let start = 0
  let textIndent = -1
  let depth = 0
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/)
    const isText = textIndent >= 0 && (indent < 0 || indent > textIndent)
    if (!isText) {
      const plain = line.replace(quoted, found => 'q'.repeat(found.length))
      const flow = depth > 0 ? 0 : flowIn(plain)
      const found = strange.exec(depth > 0 || flow !== null ? inFlow(plain, flow ?? 0) : headOf(plain))
      if (found)
        return warning('yaml_feature', { start: start + found.index + found[0].length - 1, end: start + found.index + found[0].length })
      depth = flow === null ? depth : Math.max(0, depth + opened(plain.slice(flow)))
      const isDeep = depth > deepest || indent > widestIndent || (dashes.exec(plain)?.[0] ?? '').split('-').length > deepest
      if (isDeep) return warning('too_deep', { start, end: start + line.length })
      textIndent = opensText.test(plain) ? Math.max(0, indent) : -1
    }
    start += line.length + 1
  }
  return null
}

/** A sign that begins a value and means more than its letters. */
const strange = /(?:^|\s)(?:[&*!%@`](?=\S)|\?(?=\s|$))/
const key = /^\s*(?:-\s+)*(?:[^\s[\]{},][^:]*:(?:[^\s:][^:]*:)*\s+)?/

/** Where brackets begin on a line of no brackets; null where none do. */
function flowIn(line: string): number | null {
  const at = key.exec(line)?.[0].length ?? 0
  return line[at] === '[' || line[at] === '{' ? at : null
}

/** What stands before a plain value, with its first letters: the rest is only text, but for what looks like a key. */
function headOf(line: string): string {
  const at = key.exec(line)?.[0].length ?? 0
  return /:\s+\?\s/.test(line.slice(at)) ? line : line.slice(0, at + 2)
}

/** Brackets and commas begin values too. */
const inFlow = (line: string, from: number): string => line.slice(0, from) + line.slice(from).replace(/[[{,]/g, ' ')

function opened(line: string): number {
  let depth = 0
  for (const letter of line.replace(/(^|\s)#.*$/, ''))
    depth += letter === '[' || letter === '{' ? 1 : letter === ']' || letter === '}' ? -1 : 0
  return depth
}
