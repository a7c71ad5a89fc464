// Renders the blocks of an email as a WhatsApp text of a given length.
import { isChore } from '../../../core/message/blocks/links.ts'
import { type Block, type Blocks, lineText, type TextRun } from '../../../core/message/blocks/shapes.ts'
import { neutral } from '../markup.ts'
import { cutSpans, isAddress, lineOf } from './line.ts'

export interface BlocksText {
  text: string
  isCut: boolean
  /** What could be tapped further down, as far as `hard` goes. */
  lost: string[]
}

interface Pen {
  most: number
  /** An address that is longer than what is left may still stand whole within this. */
  hardMost: number
  text: string
  isCut: boolean
  /** Addresses that stand here already. */
  shown: Set<string>
}

export interface TextBudget {
  /** UTF-16 units; `hard` is for an address that would not fit otherwise. */
  most: number
  hard: number
}

/** `isWhole`: what a reader can do without stands there too. A heading that only says the `title` again is left out. */
export function textOfBlocks({ blocks, isCut }: Blocks, { most, hard }: TextBudget, isWhole: boolean, title = ''): BlocksText {
  const pen: Pen = { most, hardMost: hard, text: '', isCut: false, shown: new Set() }
  const kept = isWhole ? blocks : blocks.filter(block => !block.fold)
  const first = kept.find(block => block.kind !== 'picture')
  const own = first && kept.length > 1 && isTitle(first, title) ? kept.filter(block => block !== first) : kept
  const withPictures = !own.some(block => block.kind !== 'picture')
  for (const block of own) {
    if (pen.isCut) break
    if (block.kind !== 'picture' || withPictures || isWhole) writeBlock(pen, block)
  }
  return { text: pen.text.trimEnd(), isCut: pen.isCut || isCut, lost: pen.isCut ? lostIn(own, pen) : [] }
}

const mostLost = 2

/** The first buttons and addresses that stand by themselves in what was cut off: often a mail is sent for them. */
function lostIn(blocks: Block[], { shown, text, hardMost }: Pen): string[] {
  const lost: string[] = []
  let left = hardMost - text.length
  for (const block of blocks) {
    const [only, ...others] = block.lines.flat()
    if (only?.href === undefined || others.length > 0 || block.quote || shown.has(only.href) || isChore(only.href)) continue
    const line = isAddress(only) ? only.href : `${neutral(only.text.trim())}\n${only.href}`
    left -= line.length + 2
    if (left < 0 || lost.length === mostLost) break
    shown.add(only.href)
    lost.push(line)
  }
  return lost
}

const isTitle = (block: Block, title: string): boolean =>
  block.kind === 'heading' &&
  lettersOf(block.lines.map(lineText).join(' ')) === lettersOf(title) &&
  !block.lines.flat().some(span => span.href)

const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function writeBlock(pen: Pen, block: Block): void {
  const gap = block.isTight ? '\n' : '\n\n'
  const links: { words: string; href: string }[] = []
  if (isRepeated(pen, block)) return
  if (block.kind === 'preformatted' && !block.quote) return writeFenced(pen, block, gap)
  for (const [at, spans] of rowsOf(block).entries()) {
    if (pen.isCut) return
    const start = startOf(block, at)
    writeLine(pen, at === 0 ? gap : '\n', start, spans, links)
  }
  writeLinks(pen, block, links)
}

/** "If the button does not work, copy this address:" and an address that stands here already. */
function isRepeated({ shown }: Pen, block: Block): boolean {
  const spans = block.lines.flat()
  const last = spans.at(-1)
  if (last?.href === undefined || !isAddress(last) || !shown.has(last.href)) return false
  return block.lines.length <= 2 && spans.length <= 3 && /(?:^|[:：]\s*)$/.test(spans.at(-2)?.text ?? '')
}

/** The lines of the block: a row is one, with its cells side by side. */
function rowsOf(block: Block): TextRun[][] {
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

/** What stands before the line. */
function startOf(block: Block, at: number): string {
  const quote = block.quote ? '> ' : ''
  if (block.kind !== 'item' || at > 0) return quote
  const indent = '   '.repeat(Math.min((block.depth ?? 1) - 1, 3))
  return `${quote}${indent}${block.number === undefined ? (indent === '' ? '- ' : '◦ ') : `${block.number}. `}`
}

function writeLine(pen: Pen, gap: string, start: string, spans: TextRun[], links: { words: string; href: string }[]): void {
  const opening = pen.text === '' ? start : gap + start
  const room = pen.most - pen.text.length - opening.length
  const found: typeof links = []
  const whole = safeStart(start, lineOf(spans, found))
  for (const span of spans) if (span.href !== undefined && isAddress(span)) pen.shown.add(span.href)
  const last = spans.at(-1)
  const hasRoom =
    whole.length <= room || (last !== undefined && isAddress(last) && pen.text.length + opening.length + whole.length <= pen.hardMost)
  if (hasRoom) {
    links.push(...found)
    pen.text += opening + whole
    return
  }
  pen.isCut = true
  const cut = fitting(spans, start, room)
  if (cut !== '') pen.text += opening + cut
}

// Markers grow when they are made neutral and spans when they are drawn, so that the length is known only afterwards.
function fitting(spans: TextRun[], start: string, room: number): string {
  for (let most = room; most > 0; most = Math.floor(most * 0.9)) {
    const line = safeStart(start, lineOf(cutSpans(spans, most)))
    if (line.length <= room) return line.trimEnd()
  }
  return ''
}

/** A sign that would make a line a quotation stands there as a letter. */
const safeStart = (start: string, line: string): string => (start === '' && /^>\s/.test(line) ? `\u2060${line}` : line)

function writeFenced(pen: Pen, block: Block, gap: string): void {
  const room = pen.most - pen.text.length - gap.length - 6
  const letters = block.lines.map(lineText).join('\n').replaceAll('`', 'ˋ')
  const lines = letters.split('\n')
  while (lines.length > 0 && lines.join('\n').length > room) lines.pop()
  const kept = lines.join('\n').trimEnd()
  if (kept.trim() !== '') pen.text += `${pen.text === '' ? '' : gap}\`\`\`${kept}\`\`\``
  pen.isCut ||= kept.length < letters.trimEnd().length
}

const longestWords = 60

/** Addresses stand bare on lines of their own: one below its words, several each with theirs. */
function writeLinks(pen: Pen, block: Block, links: { words: string; href: string }[]): void {
  const fresh = links.filter(({ href }, at) => !pen.shown.has(href) && links.findIndex(one => one.href === href) === at)
  const quote = block.quote ? '> ' : ''
  for (const { words, href } of fresh) {
    const label = fresh.length > 1 && words !== '' && words.length <= longestWords ? `${neutral(words)}: ` : ''
    const line = `\n${quote}${label}${href}`
    if (pen.text.length + line.length > (pen.isCut ? pen.most : pen.hardMost)) {
      pen.isCut = true
      continue
    }
    pen.text += line
    pen.shown.add(href)
  }
}
