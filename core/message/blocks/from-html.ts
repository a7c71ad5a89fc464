// An HTML mail as blocks: what is hidden is left out, tables become lines, links lose their trackers.
import { headingLike, isApart, isBlankLine } from './apart.ts'
import { type BlockWriter, newBlockWriter } from './block-writer.ts'
import { type Element, isHidden, type Style, styleOf, textIn } from './dom.ts'
import { spansOf } from './from-text.ts'
import { contextIn, type HtmlContext, inline, onPage } from './html-context.ts'
import { isChore, linkOf } from './links.ts'
import { dropOpaque } from './opaque.ts'
import { pictureOf } from './pictures.ts'
import { type Block, lineText, type TextRun } from './shapes.ts'
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

interface Work extends HtmlAbout {
  paper: BlockWriter
  pictures: number
  nodes: number
  opaque: Set<string>
}

const mostNodes = 60_000
const deepest = 450

/** Time grows with the nodes, of which the first 60,000 are read. */
export function blocksOfHtml(root: Element, about: HtmlAbout): HtmlBlocks {
  const work: Work = { ...about, paper: newBlockWriter(), pictures: 0, nodes: 0, opaque: new Set() }
  readAll(work, root, onPage())
  const blocks = work.paper.blocks().map(withAddresses)
  dropOpaque(blocks, work.opaque, about.isMass)
  return { blocks, pictures: work.pictures }
}

/** Addresses that stand in the text as letters can be tapped on a phone, and have trackers too. */
function withAddresses(block: Block): Block {
  if (block.kind === 'preformatted') return block
  const linked = (span: TextRun): TextRun[] =>
    span.href === undefined && /https?:/i.test(span.text) ? spansOf(span.text).map(part => ({ ...span, ...part })) : [span]
  return { ...block, lines: block.lines.map(line => line.flatMap(linked)) }
}

function readAll(work: Work, parent: Element, place: HtmlContext): void {
  for (const node of parent.children ?? []) read(work, node, place)
}

function read(work: Work, node: Element, place: HtmlContext): void {
  work.nodes += 1
  if (work.nodes > mostNodes || place.level > deepest) return
  if (node.type === 'text') return writeText(work, node.data ?? '', place)
  if (node.type !== 'tag' || !node.name) return readChildrenOfUnknown(work, node, place)
  const style = styleOf(node)
  if (isHidden(node, style, work.hiding)) return
  const inside = contextIn(node, style, place)
  if (node.name === 'br') return work.paper.breakLine()
  if (node.name === 'hr') return work.paper.gap()
  if (node.name === 'img') return readPicture(work, node, style, place)
  if (node.name === 'a') return readLink(work, node, style, inside)
  if (node.name === 'table' || node.name === 'dl') return readTable(work, node, inside)
  if (inline.has(node.name) && !/^(?:block|table)$/.test(style.get('display') ?? '')) return readAll(work, node, inside)
  readBlock(work, node, style, inside)
}

function readChildrenOfUnknown(work: Work, node: Element, place: HtmlContext): void {
  if (node.type === 'root' || node.type === 'cdata') readAll(work, node, place)
}

function writeText(work: Work, text: string, place: HtmlContext): void {
  if (place.isTiny) return
  if (place.isRaw) work.paper.writeRaw(text, place)
  else work.paper.write(text, place)
}

function readPicture(work: Work, node: Element, style: Style, place: HtmlContext): void {
  const picture = pictureOf(node, style)
  if (picture.kind === 'letters') work.paper.write(picture.text, place)
  if (picture.kind !== 'shown') return
  work.pictures += 1
  if (picture.alt !== null)
    work.paper.add({ kind: 'picture', lines: [[{ text: picture.alt }]], ...(place.quote > 0 ? { quote: place.quote } : {}) })
}

function readLink(work: Work, node: Element, style: Style, place: HtmlContext): void {
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

function readBlock(work: Work, node: Element, style: Style, place: HtmlContext): void {
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

/** The first of a list has a gap before it. */
function startItem(paper: BlockWriter, { depth, list }: HtmlContext): void {
  const isLater = list.count > 0
  const number = list.first === null ? {} : { number: list.first + list.count }
  list.count += 1
  paper.start({ kind: 'item', depth: Math.max(depth, 1), ...number }, isLater || depth > 1)
}

function readTable(work: Work, table: Element, place: HtmlContext): void {
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
function cellOf(work: Work, cell: Element, place: HtmlContext): Block['lines'][number] {
  const style = styleOf(cell)
  if (isHidden(cell, style, work.hiding)) return []
  const paper = newBlockWriter()
  const inner: Work = { ...work, paper }
  readAll(inner, cell, contextIn(cell, style, { ...place, isTiny: false }))
  work.pictures = inner.pictures
  work.nodes = inner.nodes
  const lines = paper
    .blocks()
    .filter(block => block.kind !== 'picture')
    .flatMap(block => block.lines)
  return lines.flatMap((line, at) => (at > 0 ? [{ text: ' ' }, ...line] : line))
}
