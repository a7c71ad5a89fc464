// Tracks the marks, quote depth, lists and font sizes that apply inside an HTML element.

import { type Print, plainPrint, type TextStyle } from './block-writer.ts'
import { type Element, listClasses, readFontFactor, readFontSize, type Style } from './dom.ts'
import type { TextMark } from './shapes.ts'

export interface HtmlContext extends TextStyle {
  depth: number
  isRaw: boolean
  isTiny: boolean
  level: number
  /** The enclosing list: the number of its first item (null if unnumbered), and how many items were read. */
  list: { first: number | null; count: number }
}

/** Context of the document root; `list.count` is mutable, so each email needs a new one. */
export const newRootContext = (): HtmlContext => ({
  marks: [],
  href: null,
  quote: 0,
  print: plainPrint,
  depth: 0,
  isRaw: false,
  isTiny: false,
  level: 0,
  list: { first: null, count: 0 },
})

/** Elements that stay on the current line. */
export const inlineElements = new Set(
  'span b strong i em u s strike del ins font big small sub sup code kbd samp tt var cite q abbr acronym mark label time bdi bdo dfn wbr data o:p st1:place button'.split(
    ' ',
  ),
)

const elementMarks = new Map<string, TextMark>(
  Object.entries({
    b: 'bold',
    strong: 'bold',
    th: 'bold',
    i: 'italic',
    em: 'italic',
    cite: 'italic',
    s: 'strike',
    strike: 'strike',
    del: 'strike',
    code: 'code',
    kbd: 'code',
    samp: 'code',
    tt: 'code',
  }),
)

export function enterElement(node: Element, style: Style, parent: HtmlContext): HtmlContext {
  const name = node.name ?? ''
  const size = readFontSize(style)
  const marks = new Set(parent.marks)
  const mark = elementMarks.get(name)
  if (mark) marks.add(mark)
  if (inlineElements.has(name) && /^(?:bold|bolder|[6-9]00)$/.test(style.get('font-weight') ?? '')) marks.add('bold')
  if (/^(?:normal|[1-4]00)$/.test(style.get('font-weight') ?? '')) marks.delete('bold')
  return {
    ...parent,
    marks: parent.isRaw ? [] : [...marks],
    // Without a size of its own, a table does not inherit a tiny font: mail programs show it so.
    isTiny: size === null ? parent.isTiny && name !== 'table' : size <= 1,
    quote: name === 'blockquote' ? Math.min(parent.quote + 1, 9) : parent.quote,
    print: enterPrint(node, style, parent.print),
    depth: name === 'ul' || name === 'ol' ? Math.min(parent.depth + 1, 4) : parent.depth,
    isRaw: parent.isRaw || name === 'pre',
    level: parent.level + 1,
    list: name === 'ul' || name === 'ol' ? { first: name === 'ol' ? firstNumber(node) : null, count: 0 } : parent.list,
  }
}

function firstNumber(list: Element): number {
  const start = Number(list.attribs?.['start'] ?? 1)
  return Number.isInteger(start) && start >= 0 && start < 10_000 ? start : 1
}

/** As mail programs name the element; a shop's class may hold the word as well. */
const signatureName = /^(?:\w+[_-])*signature(?:_block[\w-]*|-container)?$/i

const smallFactor = 0.83

function enterPrint(node: Element, style: Style, parent: Print): Print {
  const factor = readFontFactor(style) ?? (node.name === 'small' ? smallFactor : 1)
  const size = readFontSize(style) ?? parent.size * factor
  const isSignature = parent.isSignature || [...listClasses(node), node.attribs?.['id'] ?? ''].some(name => signatureName.test(name))
  return size === parent.size && isSignature === parent.isSignature ? parent : { size, isSignature }
}
