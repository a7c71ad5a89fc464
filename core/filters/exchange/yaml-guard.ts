// Rejects YAML that could keep the parser busy for minutes, before it is parsed.
import type { Warning } from './imported.ts'
import { exchangeWarning } from './problem.ts'

const maxDepth = 24
const maxIndent = 400
/** The start of a block scalar. */
const opensText = /(?:^|[-:]\s+)[|>][0-9+-]*\s*(#.*)?$/
const dashes = /^\s*(?:-\s+)*/
/** Quotes have a meaning only at the start of a value. */
const quoted = /(?<=(?:^|[[{,]|[-:]\s)\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')/g

/**
 * Null for text that is safe to parse. Rejects explicit keys, anchors, aliases, tags, directives, and nesting that no filter needs.
 * Linear time.
 */
export function findUnsafeYaml(text: string): Warning | null {
  let start = 0
  let textIndent = -1
  let depth = 0
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/)
    const isText = textIndent >= 0 && (indent < 0 || indent > textIndent)
    if (!isText) {
      const plain = line.replace(quoted, found => 'q'.repeat(found.length))
      const flow = depth > 0 ? 0 : findFlowStart(plain)
      const found = unsafeIndicator.exec(depth > 0 || flow !== null ? maskFlowMarks(plain, flow ?? 0) : sliceValueStart(plain))
      if (found)
        return exchangeWarning('yaml_feature', {
          start: start + found.index + found[0].length - 1,
          end: start + found.index + found[0].length,
        })
      depth = flow === null ? depth : Math.max(0, depth + countOpened(plain.slice(flow)))
      const isDeep = depth > maxDepth || indent > maxIndent || (dashes.exec(plain)?.[0] ?? '').split('-').length > maxDepth
      if (isDeep) return exchangeWarning('too_deep', { start, end: start + line.length })
      textIndent = opensText.test(plain) ? Math.max(0, indent) : -1
    }
    start += line.length + 1
  }
  return null
}

/** An indicator with a special meaning at the start of a value. */
const unsafeIndicator = /(?:^|\s)(?:[&*!%@`](?=\S)|\?(?=\s|$))/
const key = /^\s*(?:-\s+)*(?:[^\s[\]{},][^:]*:(?:[^\s:][^:]*:)*\s+)?/

/** Where a flow collection begins on the line; else null. */
function findFlowStart(line: string): number | null {
  const at = key.exec(line)?.[0].length ?? 0
  return line[at] === '[' || line[at] === '{' ? at : null
}

/** The line up to the start of its plain value; the rest is only text, unless it looks like an explicit key. */
function sliceValueStart(line: string): string {
  const at = key.exec(line)?.[0].length ?? 0
  return /:\s+\?\s/.test(line.slice(at)) ? line : line.slice(0, at + 2)
}

/** Brackets and commas also start values. */
const maskFlowMarks = (line: string, from: number): string => line.slice(0, from) + line.slice(from).replace(/[[{,]/g, ' ')

function countOpened(line: string): number {
  let depth = 0
  for (const character of line.replace(/(^|\s)#.*$/, ''))
    depth += character === '[' || character === '{' ? 1 : character === ']' || character === '}' ? -1 : 0
  return depth
}
