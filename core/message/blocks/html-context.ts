// Where the reading of an HTML mail stands: marks, quotes, lists and sizes that hold for all inside an element.

import type { TextStyle } from './block-writer.ts'
import { type Element, type Style, sizeIn } from './dom.ts'
import type { TextMark } from './shapes.ts'

export interface HtmlContext extends TextStyle {
  depth: number
  isRaw: boolean
  isTiny: boolean
  level: number
  /** Of the list around: the number of its first item, null where it has none, and how many came. */
  list: { first: number | null; count: number }
}

/** Before any element; its list counts, so that each mail has its own. */
export const onPage = (): HtmlContext => ({
  marks: [],
  href: null,
  quote: 0,
  depth: 0,
  isRaw: false,
  isTiny: false,
  level: 0,
  list: { first: null, count: 0 },
})

/** They hold letters of the line that they stand in. */
export const inline = new Set(
  'span b strong i em u s strike del ins font big small sub sup code kbd samp tt var cite q abbr acronym mark label time bdi bdo dfn wbr data o:p st1:place button'.split(
    ' ',
  ),
)

const marksOf = new Map<string, TextMark>(
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

export function contextIn(node: Element, style: Style, place: HtmlContext): HtmlContext {
  const name = node.name ?? ''
  const size = sizeIn(style)
  const marks = new Set(place.marks)
  const mark = marksOf.get(name)
  if (mark) marks.add(mark)
  if (inline.has(name) && /^(?:bold|bolder|[6-9]00)$/.test(style.get('font-weight') ?? '')) marks.add('bold')
  if (/^(?:normal|[1-4]00)$/.test(style.get('font-weight') ?? '')) marks.delete('bold')
  return {
    ...place,
    marks: place.isRaw ? [] : [...marks],
    // Where nothing else is said, letters in a table are as large as on the page: so mails are shown everywhere.
    isTiny: size === null ? place.isTiny && name !== 'table' : size <= 1,
    quote: name === 'blockquote' ? Math.min(place.quote + 1, 9) : place.quote,
    depth: name === 'ul' || name === 'ol' ? Math.min(place.depth + 1, 4) : place.depth,
    isRaw: place.isRaw || name === 'pre',
    level: place.level + 1,
    list: name === 'ul' || name === 'ol' ? { first: name === 'ol' ? firstNumber(node) : null, count: 0 } : place.list,
  }
}

function firstNumber(list: Element): number {
  const start = Number(list.attribs?.['start'] ?? 1)
  return Number.isInteger(start) && start >= 0 && start < 10_000 ? start : 1
}
