// Converts an HTML email to blocks: leaves out hidden parts, turns tables into rows, and strips trackers from links.
import type { MailView } from '../view.ts'
import { isBlankLine, isSpacedBlock, looksLikeHeading } from './block-elements.ts'
import { type BlockWriter, newBlockWriter } from './block-writer.ts'
import { foldChores } from './chores.ts'
import { type Element, isHidden, parseStyle, type Style } from './dom.ts'
import { toTextRuns } from './from-text.ts'
import { enterElement, type HtmlContext, inlineElements, newRootContext } from './html-context.ts'
import { isBoilerplateLink, stripLinkTrackers } from './links.ts'
import { inspectPicture } from './pictures.ts'
import { type Block, lineText, type TextRun } from './shapes.ts'
import { readDataRows, readTermRows } from './tables.ts'
import { dropTrackingLinks } from './tracking-links.ts'

export interface HtmlBlocks {
  blocks: Block[]
  pictures: number
}

export interface HtmlBlockOptions {
  /** Classes that the email's style sheet hides. */
  hiddenClasses: ReadonlySet<string>
  message: Pick<MailView, 'headers' | 'to'>
  /** Bulk mail: tracking links that hide their target are noise, unless they stand alone. */
  isMass: boolean
}

interface HtmlReader extends HtmlBlockOptions {
  writer: BlockWriter
  pictures: number
  nodes: number
  opaque: Set<string>
}

const maxNodes = 60_000
const maxDepth = 450

/** Linear time; only the first 60,000 nodes are read. */
export function htmlToBlocks(root: Element, options: HtmlBlockOptions): HtmlBlocks {
  const reader: HtmlReader = { ...options, writer: newBlockWriter(), pictures: 0, nodes: 0, opaque: new Set() }
  readChildren(reader, root, newRootContext())
  const blocks = reader.writer.blocks().map(linkifyBlock)
  foldChores(blocks, options.message, reader.writer.prints())
  for (const run of blocks.flatMap(block => block.lines.flat())) if (isBoilerplateLink(run.text)) delete run.href
  dropTrackingLinks(blocks, reader.opaque, options.isMass)
  return { blocks, pictures: reader.pictures }
}

/** Turns URLs in the text into links, so that trackers are stripped from them too. */
function linkifyBlock(block: Block): Block {
  if (block.kind === 'preformatted') return block
  const linkifyRun = (span: TextRun): TextRun[] =>
    span.href === undefined && /https?:/i.test(span.text) ? toTextRuns(span.text).map(part => ({ ...span, ...part })) : [span]
  return { ...block, lines: block.lines.map(line => line.flatMap(linkifyRun)) }
}

function readChildren(reader: HtmlReader, parent: Element, context: HtmlContext): void {
  for (const node of parent.children ?? []) readNode(reader, node, context)
}

function readNode(reader: HtmlReader, node: Element, context: HtmlContext): void {
  reader.nodes += 1
  if (reader.nodes > maxNodes || context.level > maxDepth) return
  if (node.type === 'text') return writeText(reader, node.data ?? '', context)
  if (node.type !== 'tag' || !node.name) return readOtherNode(reader, node, context)
  const style = parseStyle(node)
  if (isHidden(node, style, reader.hiddenClasses)) return
  const inside = enterElement(node, style, context)
  if (node.name === 'br') return reader.writer.breakLine()
  if (node.name === 'hr') return reader.writer.gap()
  if (node.name === 'img') return readPicture(reader, node, style, context)
  if (node.name === 'a') return readLink(reader, node, style, inside)
  if (node.name === 'table' || node.name === 'dl') return readTable(reader, node, inside)
  if (inlineElements.has(node.name) && !/^(?:block|table)$/.test(style.get('display') ?? '')) return readChildren(reader, node, inside)
  readBlock(reader, node, style, inside)
}

function readOtherNode(reader: HtmlReader, node: Element, context: HtmlContext): void {
  if (node.type === 'root' || node.type === 'cdata') readChildren(reader, node, context)
}

function writeText(reader: HtmlReader, text: string, context: HtmlContext): void {
  if (context.isTiny) return
  if (context.isRaw) reader.writer.writeRaw(text, context)
  else reader.writer.write(text, context)
}

function readPicture(reader: HtmlReader, node: Element, style: Style, context: HtmlContext): void {
  const picture = inspectPicture(node, style)
  if (picture.kind === 'letters') reader.writer.write(picture.text, context)
  if (picture.kind !== 'shown') return
  reader.pictures += 1
  if (picture.alt !== null)
    reader.writer.add(
      { kind: 'picture', lines: [[{ text: picture.alt }]], ...(context.quote > 0 ? { quote: context.quote } : {}) },
      context.print,
    )
}

function readLink(reader: HtmlReader, node: Element, style: Style, context: HtmlContext): void {
  const link = stripLinkTrackers(node.attribs?.['href'] ?? '')
  if (link?.isOpaque) reader.opaque.add(link.href)
  // A link styled as a button gets a block of its own.
  const isButton = /^(?:inline-block|block)$/.test(style.get('display') ?? '') && style.has('padding')
  if (isButton) reader.writer.gap()
  readChildren(reader, node, { ...context, href: link?.href ?? null })
  if (isButton) reader.writer.gap()
}

function readBlock(reader: HtmlReader, node: Element, style: Style, context: HtmlContext): void {
  const { writer } = reader
  const name = node.name ?? ''
  const before = writer.size()
  const heading = looksLikeHeading(node, style, context)
  if (name === 'li') startItem(writer, context)
  else if (heading) writer.start({ kind: 'heading' }, false)
  else if (name === 'pre') writer.start({ kind: 'preformatted' }, false)
  else if (isSpacedBlock(node, style)) writer.gap()
  else writer.endLine()
  readChildren(reader, node, heading ? { ...context, marks: context.marks.filter(mark => mark !== 'bold') } : context)
  // Many programs write an empty line as a paragraph with a non-breaking space.
  const isBlank = writer.size() === before && /^(?:p|div)$/.test(name) && isBlankLine(node)
  if (isBlank || heading || name === 'pre' || (name !== 'li' && isSpacedBlock(node, style))) writer.gap()
  else writer.endLine()
}

/** The first item of a list has a gap before it. */
function startItem(writer: BlockWriter, { depth, list }: HtmlContext): void {
  const isFollowing = list.count > 0
  const number = list.first === null ? {} : { number: list.first + list.count }
  list.count += 1
  writer.start({ kind: 'item', depth: Math.max(depth, 1), ...number }, isFollowing || depth > 1)
}

function readTable(reader: HtmlReader, table: Element, context: HtmlContext): void {
  const rows = table.name === 'dl' ? readTermRows(table) : readDataRows(table)
  if (!rows || context.isTiny) {
    reader.writer.gap()
    readChildren(reader, table, context)
    return reader.writer.gap()
  }
  let isTight = false
  for (const cells of rows) {
    const lines = cells.map(cell => readCell(reader, cell, context)).filter(line => lineText(line) !== '')
    if (lines.length === 0) continue
    const isOneCharacterPerCell = lines.length > 3 && lines.every(line => lineText(line).length === 1)
    const block: Block = isOneCharacterPerCell
      ? { kind: 'paragraph', lines: [[{ text: lines.map(lineText).join('') }]] }
      : { kind: 'row', lines, ...(isTight ? { isTight } : {}) }
    reader.writer.add({ ...block, ...(context.quote > 0 ? { quote: context.quote } : {}) }, context.print)
    isTight = true
  }
}

/** The text of a cell on one line. */
function readCell(reader: HtmlReader, cell: Element, context: HtmlContext): Block['lines'][number] {
  const style = parseStyle(cell)
  if (isHidden(cell, style, reader.hiddenClasses)) return []
  const writer = newBlockWriter()
  const inner: HtmlReader = { ...reader, writer }
  readChildren(inner, cell, enterElement(cell, style, { ...context, isTiny: false }))
  reader.pictures = inner.pictures
  reader.nodes = inner.nodes
  const lines = writer
    .blocks()
    .filter(block => block.kind !== 'picture')
    .flatMap(block => block.lines)
  return lines.flatMap((line, at) => (at > 0 ? [{ text: ' ' }, ...line] : line))
}
