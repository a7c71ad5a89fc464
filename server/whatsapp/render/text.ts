// Renders the blocks of an email as a WhatsApp text of a given length.
import { isBoilerplateLink } from '../../../core/message/blocks/links.ts'
import { type Block, type Blocks, lineText, type TextRun } from '../../../core/message/blocks/shapes.ts'
import { neutral } from '../markup.ts'
import { cutSpans, isAddress, renderLine } from './line.ts'

export interface BlocksText {
  text: string
  isCut: boolean
  /** Links from the part that was cut off, as far as `hardLimit` allows. */
  lostLinks: string[]
}

interface Writer {
  maxLength: number
  /** A link that does not fit otherwise may use up to this. */
  hardLimit: number
  text: string
  isCut: boolean
  /** Links in the text so far. */
  shownLinks: Set<string>
}

export interface TextBudget {
  /** UTF-16 units; `hardLimit` is for a link that would not fit otherwise. */
  maxLength: number
  hardLimit: number
}

/** `isFull`: includes folded blocks. Leaves out a heading that repeats the `title`. */
export function renderBlocks({ blocks, isCut }: Blocks, { maxLength, hardLimit }: TextBudget, isFull: boolean, title = ''): BlocksText {
  const writer: Writer = { maxLength, hardLimit, text: '', isCut: false, shownLinks: new Set() }
  const visible = isFull ? blocks : blocks.filter(block => !block.fold)
  const first = visible.find(block => block.kind !== 'picture')
  const titleless = first && visible.length > 1 && isTitle(first, title) ? visible.filter(block => block !== first) : visible
  const withPictures = !titleless.some(block => block.kind !== 'picture')
  for (const block of titleless) {
    if (writer.isCut) break
    if (block.kind !== 'picture' || withPictures || isFull) writeBlock(writer, block)
  }
  return { text: writer.text.trimEnd(), isCut: writer.isCut || isCut, lostLinks: writer.isCut ? findLostLinks(titleless, writer) : [] }
}

const maxLostLinks = 2

/** The first buttons and standalone links in the part that was cut off, which are often the point of an email. */
function findLostLinks(blocks: Block[], { shownLinks, text, hardLimit }: Writer): string[] {
  const lost: string[] = []
  let remaining = hardLimit - text.length
  for (const block of blocks) {
    const [only, ...others] = block.lines.flat()
    if (only?.href === undefined || others.length > 0 || block.quote || shownLinks.has(only.href) || isBoilerplateLink(only.href)) continue
    const line = isAddress(only) ? only.href : `${neutral(only.text.trim())}\n${only.href}`
    remaining -= line.length + 2
    if (remaining < 0 || lost.length === maxLostLinks) break
    shownLinks.add(only.href)
    lost.push(line)
  }
  return lost
}

const isTitle = (block: Block, title: string): boolean =>
  block.kind === 'heading' &&
  normalizeText(block.lines.map(lineText).join(' ')) === normalizeText(title) &&
  !block.lines.flat().some(span => span.href)

const normalizeText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function writeBlock(writer: Writer, block: Block): void {
  const gap = block.isTight ? '\n' : '\n\n'
  const links: { label: string; href: string }[] = []
  if (isRepeated(writer, block)) return
  if (block.kind === 'preformatted' && !block.quote) return writeFenced(writer, block, gap)
  for (const [at, spans] of toLines(block).entries()) {
    if (writer.isCut) return
    const prefix = linePrefix(block, at)
    writeLine(writer, at === 0 ? gap : '\n', prefix, spans, links)
  }
  writeLinks(writer, block, links)
}

/** "If the button does not work, copy this address:" with a link that is already in the text. */
function isRepeated({ shownLinks }: Writer, block: Block): boolean {
  const spans = block.lines.flat()
  const last = spans.at(-1)
  if (last?.href === undefined || !isAddress(last) || !shownLinks.has(last.href)) return false
  return block.lines.length <= 2 && spans.length <= 3 && /(?:^|[:：]\s*)$/.test(spans.at(-2)?.text ?? '')
}

/** The lines of the block; a row is one line, with its cells side by side. */
function toLines(block: Block): TextRun[][] {
  if (block.kind === 'heading') return block.lines.map(line => line.map(span => withBold(span)))
  if (block.kind === 'picture') return block.lines.map(line => [{ text: '[' }, ...line, { text: ']' }])
  if (block.kind === 'item') return [block.lines.flatMap((line, at) => (at > 0 ? [{ text: ' ' }, ...line] : line))]
  if (block.kind !== 'row') return block.lines
  const [first = [], ...others] = block.lines
  if (others.length === 0) return [first]
  const isLabel = others.length === 1 && !first.some(isAddress)
  const between = isLabel ? (/[:：]\s*$/.test(lineText(first)) ? ' ' : ': ') : ' · '
  return [[...first, ...others.flatMap(cell => [{ text: between }, ...cell])]]
}

const withBold = (span: TextRun): TextRun => (span.marks?.includes('bold') ? span : { ...span, marks: ['bold', ...(span.marks ?? [])] })

/** The prefix of a line. */
function linePrefix(block: Block, at: number): string {
  const quote = block.quote ? '> ' : ''
  if (block.kind !== 'item' || at > 0) return quote
  const indent = '   '.repeat(Math.min((block.depth ?? 1) - 1, 3))
  return `${quote}${indent}${block.number === undefined ? (indent === '' ? '- ' : '◦ ') : `${block.number}. `}`
}

function writeLine(writer: Writer, gap: string, prefix: string, spans: TextRun[], links: { label: string; href: string }[]): void {
  const lead = writer.text === '' ? prefix : gap + prefix
  const available = writer.maxLength - writer.text.length - lead.length
  const newLinks: typeof links = []
  const fullLine = escapeQuote(prefix, renderLine(spans, newLinks))
  for (const span of spans) if (span.href !== undefined && isAddress(span)) writer.shownLinks.add(span.href)
  const last = spans.at(-1)
  const fits =
    fullLine.length <= available ||
    (last !== undefined && isAddress(last) && writer.text.length + lead.length + fullLine.length <= writer.hardLimit)
  if (fits) {
    links.push(...newLinks)
    writer.text += lead + fullLine
    return
  }
  writer.isCut = true
  const cut = fitLine(spans, prefix, available)
  if (cut !== '') writer.text += lead + cut
}

// Neutralizing markers and rendering spans add characters, so the length is only known afterwards.
function fitLine(spans: TextRun[], prefix: string, available: number): string {
  for (let maxLength = available; maxLength > 0; maxLength = Math.floor(maxLength * 0.9)) {
    const line = escapeQuote(prefix, renderLine(cutSpans(spans, maxLength)))
    if (line.length <= available) return line.trimEnd()
  }
  return ''
}

/** Keeps a literal `>` from turning the line into a quote. */
const escapeQuote = (prefix: string, line: string): string => (prefix === '' && /^>\s/.test(line) ? `\u2060${line}` : line)

function writeFenced(writer: Writer, block: Block, gap: string): void {
  const available = writer.maxLength - writer.text.length - gap.length - 6
  const content = block.lines.map(lineText).join('\n').replaceAll('`', 'ˋ')
  const lines = content.split('\n')
  while (lines.length > 0 && lines.join('\n').length > available) lines.pop()
  const visible = lines.join('\n').trimEnd()
  if (visible.trim() !== '') writer.text += `${writer.text === '' ? '' : gap}\`\`\`${visible}\`\`\``
  writer.isCut ||= visible.length < content.trimEnd().length
}

const maxLabel = 60

/** Writes links on lines of their own: a single one below its text, several with a label each. */
function writeLinks(writer: Writer, block: Block, links: { label: string; href: string }[]): void {
  const newOnes = links.filter(({ href }, at) => !writer.shownLinks.has(href) && links.findIndex(one => one.href === href) === at)
  const quote = block.quote ? '> ' : ''
  for (const { label, href } of newOnes) {
    const prefixText = newOnes.length > 1 && label !== '' && label.length <= maxLabel ? `${neutral(label)}: ` : ''
    const line = `\n${quote}${prefixText}${href}`
    if (writer.text.length + line.length > (writer.isCut ? writer.maxLength : writer.hardLimit)) {
      writer.isCut = true
      continue
    }
    writer.text += line
    writer.shownLinks.add(href)
  }
}
