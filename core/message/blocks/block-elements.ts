// Decides which HTML elements become separate blocks: spaced blocks, headings and empty lines.
import { collectText, type Element, listClasses, readFontSize, type Style } from './dom.ts'
import type { HtmlContext } from './html-context.ts'

const spacedElements = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre tr td th table form fieldset section article header footer center'.split(' '),
)

/** Blocks with space around them; paragraphs written by Outlook and many webmail programs have none. */
export function isSpacedBlock(node: Element, style: Style): boolean {
  if (!spacedElements.has(node.name ?? '')) return false
  if (node.name !== 'p') return true
  const hasNoMargin = /^0\w*(?:\s+0\w*)*$/.test(style.get('margin') ?? '')
  return !hasNoMargin && !listClasses(node).some(name => /^(?:x_)*MsoNormal$/.test(name))
}

export const isBlankLine = (node: Element): boolean =>
  (node.children ?? []).some(
    child => child.name === 'br' || (child.type === 'text' && /\u00a0/.test(child.data ?? '')) || isBlankLine(child),
  )

const maxHeadingLength = 120

export function looksLikeHeading(node: Element, style: Style, context: HtmlContext): boolean {
  if (context.isTiny || context.quote > 0 || context.depth > 0) return false
  if (/^h[1-6]$/.test(node.name ?? '')) return true
  if (!/^(?:p|div)$/.test(node.name ?? '') || (readFontSize(style) ?? 0) < 20) return false
  const text = collectText(node, maxHeadingLength + 1).trim()
  return text.length <= maxHeadingLength && /\p{L}{3}/u.test(text) && !/[,،、]$/.test(text) && !hasBlocks(node)
}

const hasBlocks = (node: Element): boolean => (node.children ?? []).some(child => /^(?:p|div|table|ul|ol|h\d|br)$/.test(child.name ?? ''))
