// Which elements of an HTML mail stand as blocks of their own: with space around them, as headings, as empty lines.
import { classesOf, type Element, type Style, sizeIn, textIn } from './dom.ts'
import type { HtmlContext } from './html-context.ts'

const apart = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre tr td th table form fieldset section article header footer center'.split(' '),
)

/** Blocks with space around them; those of Outlook and of many web mailers have none. */
export function isApart(node: Element, style: Style): boolean {
  if (!apart.has(node.name ?? '')) return false
  if (node.name !== 'p') return true
  const isClose = /^0\w*(?:\s+0\w*)*$/.test(style.get('margin') ?? '')
  return !isClose && !classesOf(node).some(name => /^(?:x_)*MsoNormal$/.test(name))
}

export const isBlankLine = (node: Element): boolean =>
  (node.children ?? []).some(
    child => child.name === 'br' || (child.type === 'text' && /\u00a0/.test(child.data ?? '')) || isBlankLine(child),
  )

const longestHeading = 120

export function headingLike(node: Element, style: Style, place: HtmlContext): boolean {
  if (place.isTiny || place.quote > 0 || place.depth > 0) return false
  if (/^h[1-6]$/.test(node.name ?? '')) return true
  if (!/^(?:p|div)$/.test(node.name ?? '') || (sizeIn(style) ?? 0) < 20) return false
  const text = textIn(node, longestHeading + 1).trim()
  return text.length <= longestHeading && /\p{L}{3}/u.test(text) && !/[,،、]$/.test(text) && !hasBlocks(node)
}

const hasBlocks = (node: Element): boolean => (node.children ?? []).some(child => /^(?:p|div|table|ul|ol|h\d|br)$/.test(child.name ?? ''))
