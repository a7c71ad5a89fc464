// An HTML mail as blocks: what is hidden is left out, tables become lines, links lose their trackers.
import { classesOf, type Element, isHidden, type Style, sizeIn, styleOf, textIn } from './dom.ts'
import { spansOf } from './from-text.ts'
import { isChore, linkOf } from './links.ts'
import { type Look, newPaper, type Paper } from './paper.ts'
import { pictureOf } from './pictures.ts'
import { type Block, lineText, type Mark, type Span } from './shapes.ts'
import { dataRows, termRows } from './tables.ts'

export interface HtmlBlocks {
  blocks: Block[]
  pictures: number
}

export interface HtmlAbout {
  /** Classes that the mail's style sheet hides. */
  hiding: ReadonlySet<string>
  /** It goes to many: links of which only a counter knows where they lead are noise, but for those that stand alone. */
  isMass: boolean
}

interface Place extends Look {
  depth: number
  isRaw: boolean
  isTiny: boolean
  level: number
  /** Of the list around: the number of its first item, null where it has none, and how many came. */
  list: { first: number | null; count: number }
}

interface Work extends HtmlAbout {
  paper: Paper
  pictures: number
  nodes: number
  opaque: Set<string>
}

const mostNodes = 60_000
const deepest = 450

/** Time grows with the nodes, of which the first 60,000 are read. */
export function blocksOfHtml(root: Element, about: HtmlAbout): HtmlBlocks {
  const work: Work = { ...about, paper: newPaper(), pictures: 0, nodes: 0, opaque: new Set() }
  const page: Place = { marks: [], href: null, quote: 0, depth: 0, isRaw: false, isTiny: false, level: 0, list: { first: null, count: 0 } }
  readAll(work, root, page)
  const blocks = work.paper.blocks().map(withAddresses)
  if (about.isMass || work.opaque.size > mostOpaque) dropOpaque(blocks, work.opaque)
  return { blocks, pictures: work.pictures }
}

/** Addresses that stand in the text as letters can be tapped on a phone, and have trackers too. */
function withAddresses(block: Block): Block {
  if (block.kind === 'preformatted') return block
  const linked = (span: Span): Span[] =>
    span.href === undefined && /https?:/i.test(span.text) ? spansOf(span.text).map(part => ({ ...span, ...part })) : [span]
  return { ...block, lines: block.lines.map(line => line.flatMap(linked)) }
}

/** A mail that counts more links than these is made for many, whatever its headers say. */
const mostOpaque = 6
const keptOpaque = 3

/** Links that only a counter can follow are noise, but for the first that stand alone: a button is what a mail may be sent for. */
function dropOpaque(blocks: Block[], opaque: ReadonlySet<string>): void {
  let kept = 0
  for (const block of blocks) {
    const spans = block.lines.flat()
    const counted = spans.filter(span => span.href !== undefined && opaque.has(span.href))
    if (counted.length > 0 && spans.length === 1 && kept < keptOpaque) kept += 1
    else for (const span of counted) delete span.href
  }
}

function readAll(work: Work, parent: Element, place: Place): void {
  for (const node of parent.children ?? []) read(work, node, place)
}

function read(work: Work, node: Element, place: Place): void {
  work.nodes += 1
  if (work.nodes > mostNodes || place.level > deepest) return
  if (node.type === 'text') return writeText(work, node.data ?? '', place)
  if (node.type !== 'tag' || !node.name) return readChildrenOfUnknown(work, node, place)
  const style = styleOf(node)
  if (isHidden(node, style, work.hiding)) return
  const inside = placeIn(node, style, place)
  if (node.name === 'br') return work.paper.breakLine()
  if (node.name === 'hr') return work.paper.gap()
  if (node.name === 'img') return readPicture(work, node, style, place)
  if (node.name === 'a') return readLink(work, node, style, inside)
  if (node.name === 'table' || node.name === 'dl') return readTable(work, node, inside)
  if (inline.has(node.name) && !/^(?:block|table)$/.test(style.get('display') ?? '')) return readAll(work, node, inside)
  readBlock(work, node, style, inside)
}

function readChildrenOfUnknown(work: Work, node: Element, place: Place): void {
  if (node.type === 'root' || node.type === 'cdata') readAll(work, node, place)
}

const inline = new Set(
  'span b strong i em u s strike del ins font big small sub sup code kbd samp tt var cite q abbr acronym mark label time bdi bdo dfn wbr data o:p st1:place button'.split(
    ' ',
  ),
)

function writeText(work: Work, text: string, place: Place): void {
  if (place.isTiny) return
  if (place.isRaw) work.paper.writeRaw(text, place)
  else work.paper.write(text, place)
}

const marksOf: Record<string, Mark> = {
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
}

function placeIn(node: Element, style: Style, place: Place): Place {
  const name = node.name ?? ''
  const size = sizeIn(style)
  const marks = new Set(place.marks)
  const mark = marksOf[name]
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

function readPicture(work: Work, node: Element, style: Style, place: Place): void {
  const picture = pictureOf(node, style)
  if (picture.kind === 'letters') work.paper.write(picture.text, place)
  if (picture.kind !== 'shown') return
  work.pictures += 1
  if (picture.alt !== null)
    work.paper.add({ kind: 'picture', lines: [[{ text: picture.alt }]], ...(place.quote > 0 ? { quote: place.quote } : {}) })
}

function readLink(work: Work, node: Element, style: Style, place: Place): void {
  const link = linkOf(node.attribs?.['href'] ?? '')
  if (link?.isOpaque) work.opaque.add(link.href)
  const text = textIn(node, 200)
  const isShown = link !== null && !isChore(text)
  // Drawn as a button it stands alone, whatever stands beside it.
  const isButton = /^(?:inline-block|block)$/.test(style.get('display') ?? '') && style.has('padding')
  if (isButton) work.paper.gap()
  readAll(work, node, { ...place, href: isShown ? link.href : null })
  if (isButton) work.paper.gap()
}

function readBlock(work: Work, node: Element, style: Style, place: Place): void {
  const { paper } = work
  const name = node.name ?? ''
  const before = paper.size()
  const heading = headingLike(node, style, place)
  if (name === 'li') startItem(paper, place)
  else if (heading) paper.start({ kind: 'heading' }, false)
  else if (name === 'pre') paper.start({ kind: 'preformatted' }, false)
  else if (isApart(node, style)) paper.gap()
  else paper.endLine()
  readAll(work, node, heading ? { ...place, marks: place.marks.filter(mark => mark !== 'bold') } : place)
  // A paragraph of a blank is how many programs write an empty line.
  const isBlank = paper.size() === before && /^(?:p|div)$/.test(name) && isBlankLine(node)
  if (isBlank || heading || name === 'pre' || (name !== 'li' && isApart(node, style))) paper.gap()
  else paper.endLine()
}

const apart = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre tr td th table form fieldset section article header footer center'.split(' '),
)

/** Blocks with space around them; those of Outlook and of many web mailers have none. */
function isApart(node: Element, style: Style): boolean {
  if (!apart.has(node.name ?? '')) return false
  if (node.name !== 'p') return true
  const isClose = /^0\w*(?:\s+0\w*)*$/.test(style.get('margin') ?? '')
  return !isClose && !classesOf(node).some(name => /^(?:x_)*MsoNormal$/.test(name))
}

const isBlankLine = (node: Element): boolean =>
  (node.children ?? []).some(
    child => child.name === 'br' || (child.type === 'text' && /\u00a0/.test(child.data ?? '')) || isBlankLine(child),
  )

const longestHeading = 120

function headingLike(node: Element, style: Style, place: Place): boolean {
  if (place.isTiny || place.quote > 0 || place.depth > 0) return false
  if (/^h[1-6]$/.test(node.name ?? '')) return true
  if (!/^(?:p|div)$/.test(node.name ?? '') || (sizeIn(style) ?? 0) < 20) return false
  const text = textIn(node, longestHeading + 1).trim()
  return text.length <= longestHeading && /\p{L}{3}/u.test(text) && !/[,،、]$/.test(text) && !hasBlocks(node)
}

const hasBlocks = (node: Element): boolean => (node.children ?? []).some(child => /^(?:p|div|table|ul|ol|h\d|br)$/.test(child.name ?? ''))

/** The first of a list has a gap before it. */
function startItem(paper: Paper, { depth, list }: Place): void {
  const isLater = list.count > 0
  const number = list.first === null ? {} : { number: list.first + list.count }
  list.count += 1
  paper.start({ kind: 'item', depth: Math.max(depth, 1), ...number }, isLater || depth > 1)
}

function readTable(work: Work, table: Element, place: Place): void {
  const rows = table.name === 'dl' ? termRows(table) : dataRows(table)
  if (!rows || place.isTiny) {
    work.paper.gap()
    readAll(work, table, place)
    return work.paper.gap()
  }
  let isTight = false
  for (const cells of rows) {
    const lines = cells.map(cell => cellOf(work, cell, place)).filter(line => lineText(line) !== '')
    if (lines.length === 0) continue
    const isSpelled = lines.length > 3 && lines.every(line => lineText(line).length === 1)
    const block: Block = isSpelled
      ? { kind: 'paragraph', lines: [[{ text: lines.map(lineText).join('') }]] }
      : { kind: 'row', lines, ...(isTight ? { isTight } : {}) }
    work.paper.add({ ...block, ...(place.quote > 0 ? { quote: place.quote } : {}) })
    isTight = true
  }
}

/** The letters of a cell on one line. */
function cellOf(work: Work, cell: Element, place: Place): Block['lines'][number] {
  const style = styleOf(cell)
  if (isHidden(cell, style, work.hiding)) return []
  const paper = newPaper()
  const inner: Work = { ...work, paper }
  readAll(inner, cell, placeIn(cell, style, { ...place, isTiny: false }))
  work.pictures = inner.pictures
  work.nodes = inner.nodes
  const lines = paper
    .blocks()
    .filter(block => block.kind !== 'picture')
    .flatMap(block => block.lines)
  return lines.flatMap((line, at) => (at > 0 ? [{ text: ' ' }, ...line] : line))
}
